import {
  listOwnPrivacyRequests,
  type OwnPrivacyRequest,
  type PrivacyKind,
  readPrivacyExport,
  withdrawPrivacyRequest,
} from '@vialkeep/contract/privacy.ts';
import { useState } from 'react';
import { fetchFile } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { PRIVACY_EXPORT_CHECK_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { download } from '../../ui/display/csv.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { AskModal } from './ask.modal.tsx';
import classes from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';
import { ownRequestColumns } from './your-data.columns.tsx';

const texts = privacyTexts.own;
const PER_PAGE = 5;
const asks: readonly PrivacyKind[] = ['export', 'correction', 'question', 'erasure'];

/** The card of the settings: what the user asks about their own data. */
export function YourData() {
  return useMay('privacy.request') ? <OwnRequests /> : null;
}

function OwnRequests() {
  const [asking, setAsking] = useState<PrivacyKind | null>(null);
  const [withdrawn, setWithdrawn] = useState<OwnPrivacyRequest | null>(null);
  const notices = useNotices();
  // The file of an export is built a little later; the list is polled only until then.
  const [isWaiting, setWaiting] = useState(false);
  const requests = useApi(listOwnPrivacyRequests, {}, { everyMs: isWaiting ? PRIVACY_EXPORT_CHECK_MS : undefined });
  const isBuilding =
    requests.data?.results.some(({ kind, state }) => kind === 'export' && state === 'received') ?? false;
  if (isBuilding !== isWaiting) setWaiting(isBuilding);
  const withdraw = useCommand(withdrawPrivacyRequest, {
    refreshes: [listOwnPrivacyRequests],
    onDone: ({ message }) => {
      setWithdrawn(null);
      notices.success(message);
    },
  });

  return (
    <Card title={texts.title} note={texts.note} flush>
      <div className={classes.asks}>
        {asks.map((kind) => (
          <Button key={kind} size="xs" onClick={() => setAsking(kind)}>
            {texts.ask[kind]}
          </Button>
        ))}
      </div>
      <DataTable
        name="own-privacy-requests"
        label={texts.title}
        query={{ ...requests, data: requests.data?.results }}
        pageSize={PER_PAGE}
        columns={ownRequestColumns}
        rowName={formatRequestName}
        emptyHint={texts.noneYet}
        texts={{ loading: texts.loading }}
        rowInline={(request) => (
          <RequestActions
            request={request}
            onWithdraw={() => {
              withdraw.reset();
              setWithdrawn(request);
            }}
          />
        )}
      />
      <AskModal kind={asking} onClose={() => setAsking(null)} />
      <ConfirmModal
        opened={withdrawn !== null}
        title={texts.withdrawTitle}
        confirm={texts.withdrawTitle}
        facts={withdrawn ? [[privacyTexts.kind, formatRequestName(withdrawn)]] : []}
        busy={withdraw.busy}
        failure={withdraw.refusal}
        onConfirm={() => withdrawn && void withdraw.run({ params: { id: withdrawn.id } })}
        onCancel={() => setWithdrawn(null)}
      >
        {texts.withdrawQuestion}
      </ConfirmModal>
    </Card>
  );
}

function formatRequestName({ kind, id }: OwnPrivacyRequest): string {
  return texts.name(privacyTexts.kinds[kind], id);
}

function RequestActions({ request, onWithdraw }: { request: OwnPrivacyRequest; onWithdraw: () => void }) {
  const named = <span className="visually-hidden"> {formatRequestName(request)}</span>;
  return (
    <span className={classes.rowActions}>
      {request.may.includes('download') && <DownloadButton request={request} />}
      {request.may.includes('withdraw') && (
        <Button size="xs" onClick={onWithdraw}>
          {texts.withdraw}
          {named}
        </Button>
      )}
    </span>
  );
}

function DownloadButton({ request }: { request: OwnPrivacyRequest }) {
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  async function downloadFile() {
    setBusy(true);
    try {
      const file = await fetchFile(readPrivacyExport, { params: { id: request.id } });
      download(file.name, file.content);
      notices.success(texts.downloaded(file.name));
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="xs" busy={busy} busyText={texts.downloading} onClick={() => void downloadFile()}>
      {texts.download}
      <span className="visually-hidden"> {formatRequestName(request)}</span>
    </Button>
  );
}
