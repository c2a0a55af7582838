import {
  type AdministeredPrivacyRequest,
  endLegalHold,
  listPrivacyRequests,
  PRIVACY_REQUESTS_PER_PAGE,
  PrivacyKind,
  PrivacyState,
} from '@vialkeep/contract/privacy.ts';
import { useState } from 'react';
import classes from '../../components/privacy/privacy.module.css';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { DecideModal } from './decide.modal.tsx';
import { EraseModal } from './erase.modal.tsx';
import { HoldModal } from './hold.modal.tsx';
import { KeptPapersModal } from './kept-papers.modal.tsx';
import { privacyRequestColumns } from './privacy-requests.columns.tsx';

const texts = privacyTexts.administered;

export function PrivacyRequestsScreen() {
  return (
    <SecurityPage at="privacy">
      <PrivacyRequests />
    </SecurityPage>
  );
}

type Action = 'decide' | 'erase' | 'hold' | 'end_hold' | 'read_papers';
type Chosen = { readonly action: Action; readonly request: AdministeredPrivacyRequest };

/** The requests of the administrator's sites, open ones first, by the day they are due. */
export function PrivacyRequests() {
  const state = useTableState({ pageSize: PRIVACY_REQUESTS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const requests = useApi(
    listPrivacyRequests,
    {
      query: {
        state: state.filters.state,
        kind: state.filters.kind,
        due: state.filters.due,
        limit: state.pageSize,
        offset: state.offset,
      },
    },
    { keepPrevious: true },
  );
  const requestFor = (action: Action) => (chosen?.action === action ? chosen.request : null);
  const close = () => setChosen(null);

  return (
    <Card title={texts.title} flush>
      <DataTable
        name="privacy-requests"
        label={texts.title}
        page={requests}
        state={state}
        columns={privacyRequestColumns}
        rowName={formatRequestName}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        filters={[
          { key: 'state', label: privacyTexts.state, options: optionsOf(PrivacyState.options, privacyTexts.states) },
          { key: 'kind', label: privacyTexts.kind, options: optionsOf(PrivacyKind.options, privacyTexts.kinds) },
          { key: 'due', label: texts.dueSoon, options: texts.dueOptions },
        ]}
        summary={requests.data && texts.total(formatCount(requests.data.count))}
        rowMenu={(request) => menuActions(request, (action) => setChosen({ action, request }))}
        rowInline={(request) => <Actions request={request} onChoose={(action) => setChosen({ action, request })} />}
      />
      <DecideModal request={requestFor('decide')} onClose={close} />
      <EraseModal request={requestFor('erase')} onClose={close} />
      <HoldModal request={requestFor('hold')} onClose={close} />
      <EndHold request={requestFor('end_hold')} onClose={close} />
      <KeptPapersModal request={requestFor('read_papers')} onClose={close} />
    </Card>
  );
}

function formatRequestName({ kind, id }: AdministeredPrivacyRequest): string {
  return texts.rowName(privacyTexts.kinds[kind], id);
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

type ActionsProps = { request: AdministeredPrivacyRequest; onChoose: (action: Action) => void };

/** What is done every day; the rest is in the menu of the row. */
function Actions({ request, onChoose }: ActionsProps) {
  const named = <span className="visually-hidden"> {formatRequestName(request)}</span>;
  const isDecidable = request.may.some((one) => one === 'review' || one === 'answer' || one === 'refuse');
  return (
    <span className={classes.rowActions}>
      {isDecidable && (
        <Button size="xs" onClick={() => onChoose('decide')}>
          {texts.decide}
          {named}
        </Button>
      )}
      {request.may.includes('erase') && (
        <Button size="xs" kind="danger" onClick={() => onChoose('erase')}>
          {texts.erase}
          {named}
        </Button>
      )}
    </span>
  );
}

function menuActions({ may }: AdministeredPrivacyRequest, onChoose: (action: Action) => void): RowAction[] {
  return [
    ...(may.includes('hold') ? [{ label: texts.setHold, onSelect: () => onChoose('hold') }] : []),
    ...(may.includes('end_hold') ? [{ label: texts.endHold, onSelect: () => onChoose('end_hold') }] : []),
    ...(may.includes('read_papers') ? [{ label: texts.papers, onSelect: () => onChoose('read_papers') }] : []),
  ];
}

function EndHold({ request, onClose }: { request: AdministeredPrivacyRequest | null; onClose: () => void }) {
  const notices = useNotices();
  const command = useCommand(endLegalHold, {
    refreshes: [listPrivacyRequests],
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
  });
  const hold = request?.hold ?? null;
  return (
    <ConfirmModal
      opened={hold !== null}
      title={texts.endHold}
      confirm={texts.endHold}
      facts={hold ? [[texts.reason, hold.reason]] : []}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => hold && void command.run({ params: { id: hold.id } })}
      onCancel={onClose}
    >
      {texts.endHoldQuestion}
    </ConfirmModal>
  );
}
