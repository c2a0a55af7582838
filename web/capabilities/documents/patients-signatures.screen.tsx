import { type ListedDocument, listCenterDocuments } from '@vialkeep/contract/documents.ts';
import { useMemo } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { useNamesHidden } from '../../kernel/session/hidden-names.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CheckStatus } from './check-status.tsx';
import { documentNameColumn, documentStatusColumn } from './document-columns.tsx';
import { personOf } from './document-labels.ts';
import classes from './documents.module.css';
import { documentsTexts } from './documents.texts.ts';
import { PersonCell } from './person-cell.tsx';
import { isPending, waitingPatients } from './signatures-by-patient.ts';
import { timeAgo } from './time-ago.ts';
import { useReminder } from './use-reminder.tsx';
import { WaitingPatients } from './waiting-patients.tsx';

const texts = documentsTexts.signatures;
const PER_PAGE = 10;

/** The signed and pending documents of a center's patients (F076, F077). */
export function PatientsSignaturesScreen() {
  const { id } = useUser();
  const documents = useApi(listCenterDocuments, { params: { id } });
  const mayRequest = useMay('documents.request');
  const reminder = useReminder();
  const hidden = useNamesHidden();
  const columns = useMemo(() => columnsFor(hidden), [hidden]);
  // The time of the answer; the current time would change at every render.
  const now = documents.dataUpdatedAt;
  const all = documents.data ?? [];
  const pending = all.filter(isPending).length;
  const waiting = waitingPatients(all, hidden);

  return (
    <Screen
      title={texts.title}
      status={all.length > 0 && texts.count(pending, all.length - pending)}
      actions={
        <>
          <CheckStatus />
          {mayRequest && (
            <LinkButton to={linkTo(addresses.requestSignatures)} kind="primary">
              {texts.ask}
            </LinkButton>
          )}
        </>
      }
    >
      {documents.isPending ? (
        // A placeholder reserves the space of both cards and has no input that would be replaced.
        <Card title={texts.all}>
          <WaitingState text={documentsTexts.loading} />
        </Card>
      ) : (
        <>
          {waiting.length > 0 && <WaitingPatients patients={waiting} now={now} onRemind={reminder.remind} />}
          <Card title={texts.all} flush>
            <DataTable
              name="patients-signatures"
              label={texts.title}
              query={documents}
              pageSize={PER_PAGE}
              columns={columns}
              rowName={(document) => `${document.name}, ${personOf(document, hidden).name}`}
              texts={{ loading: documentsTexts.loading }}
              emptyHint={texts.noneYet}
              filter={{
                placeholder: texts.filter,
                matches: (document, typed) => hasMatchingText([personOf(document).name], typed),
              }}
              rowInline={(document) => (
                <Remind
                  document={document}
                  to={personOf(document, hidden).name}
                  now={now}
                  busy={reminder.busy}
                  onRemind={reminder.remind}
                />
              )}
            />
          </Card>
        </>
      )}
      {reminder.modal}
    </Screen>
  );
}

type RemindProps = {
  document: ListedDocument;
  to: string;
  now: number;
  busy: boolean;
  onRemind: (document: ListedDocument) => void;
};

function Remind({ document, to, now, busy, onRemind }: RemindProps) {
  if (!document.may.includes('remind')) return null;
  return (
    <span className={classes.remind}>
      {document.emailed_at && (
        <span className={classes.ago}>{documentsTexts.sentAgo(timeAgo(document.emailed_at, now))}</span>
      )}
      <Button size="xs" disabled={busy} onClick={() => onRemind(document)}>
        {texts.send(document.kind)}
        <span className="visually-hidden"> to {to}</span>
      </Button>
    </span>
  );
}

function columnsFor(hidden: boolean) {
  return [
    textColumn<ListedDocument>(texts.id, ({ id }) => String(id), {
      sort: ({ id }) => id,
      width: '6%',
      priority: 2,
    }),
    customColumn<ListedDocument>(texts.patient, (document) => <PersonCell {...personOf(document, hidden)} />, {
      value: (document) => Object.values(personOf(document, hidden)).filter(Boolean).join(' - '),
      sort: (document) => personOf(document).name,
      width: '28%',
    }),
    documentNameColumn<ListedDocument>(texts.document, { sortable: true }),
    documentStatusColumn<ListedDocument>(texts.status, { sortable: true }),
  ];
}
