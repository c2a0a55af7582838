import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import { useMemo, useState } from 'react';
import type { Loading } from '../../kernel/api/query.ts';
import { useCurrentSession, useMay } from '../../kernel/session/current-session.ts';
import { useNamesHidden } from '../../kernel/session/hidden-names.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { feeColumns, patientOf } from './fee-columns.tsx';
import { hasPendingDocuments, readyFirst } from './label-steps.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';
import { useRowLetters } from './use-row-emails.tsx';

const texts = labelsTexts.requests;
const PER_PAGE = 10;

type Props = {
  fees: Loading<CenterTransaction[]>;
  /** False for staff who do not act in a center: they have no rows (C-03). */
  isShown: boolean;
  /** The harvest center's table also shows each patient's referral center. */
  ofReferrals: boolean;
  onRequest: (row: CenterTransaction) => void;
};

export function FeeTable({ fees, isShown, ofReferrals, onRequest }: Props) {
  const isKnown = useCurrentSession() !== null;
  const mayRequest = useMay('labels.request');
  const hidden = useNamesHidden();
  const columns = useMemo(() => feeColumns({ hidden, ofReferrals }), [hidden, ofReferrals]);
  const rows = useMemo(() => fees.data && readyFirst(fees.data), [fees.data]);
  const letters = useRowLetters();
  const [isBlocked, setBlocked] = useState(false);

  /** The screen refuses the request before the server would (F112). */
  function request(row: CenterTransaction) {
    if (hasPendingDocuments(row)) setBlocked(true);
    else onRequest(row);
  }

  return (
    <>
      <DataTable
        name="label-fees"
        label={texts.title}
        query={{ ...fees, data: isKnown && !isShown ? [] : rows }}
        pageSize={PER_PAGE}
        columns={columns}
        rowName={(row) => patientOf(row, hidden)}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        tall
        filter={{ placeholder: texts.filter, matches: isAbout }}
        rowInline={(row) => (
          <span className={classes.rowButtons}>
            {mayRequest && letters.actionsOf(row)}
            {row.fedex_request.length > 0 ? (
              <StatusPill tone="done">{texts.requested}</StatusPill>
            ) : (
              mayRequest && (
                <Button onClick={() => request(row)}>
                  {texts.request}
                  <span className="visually-hidden"> for {patientOf(row, hidden)}</span>
                </Button>
              )
            )}
          </span>
        )}
      />
      {letters.modal}
      <MessageModal opened={isBlocked} title={texts.pendingTitle} onClose={() => setBlocked(false)}>
        {texts.pendingDocuments}
      </MessageModal>
    </>
  );
}

function isAbout(row: CenterTransaction, typed: string): boolean {
  const [referral] = row.referral_harvest_center;
  const [label] = row.fedex_request;
  const ofLabel = [label?.tracking_number, label?.other_patient_name];
  const text = [patientOf(row, false), row.patient[0]?.email, referral?.company, ...ofLabel];
  return text.filter(Boolean).join(' ').toLowerCase().includes(typed.trim().toLowerCase());
}
