import type { PayoutRun } from '@vialkeep/contract/payouts.ts';
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { PayRunModal } from './pay-run.modal.tsx';
import { NumberForm, ReturnForm } from './payee.modals.tsx';
import { type CarriedOverRow, carriedOverColumns, type PayeeRow, payeeColumns } from './payouts.columns.tsx';
import { payoutsTexts } from './payouts.texts.ts';

const texts = payoutsTexts.one;
const PAGE_SIZE = 25;

/** The rows are loaded with the run. */
function wrapRows<Row>(rows: readonly Row[]) {
  return { data: rows, isPending: false, isError: false, isFetching: false, refetch: () => undefined };
}

type Action = { readonly kind: 'pay' | 'return' | 'number'; readonly payee: PayeeRow };

/** The people of a run with what can be done for each. */
export function RunPeople({ run }: { run: PayoutRun }) {
  const [action, setAction] = useState<Action | null>(null);
  // Of the page, because the bar of a modal closes with it.
  const notices = useNotices();
  const close = () => setAction(null);
  const end = (words: string) => {
    close();
    notices.success(words);
  };
  const rows = run.people.map((payee): PayeeRow => ({ ...payee, id: payee.person.id }));
  return (
    <Card title={payoutsTexts.people} flush>
      <DataTable
        name="payout-people"
        scope="payout-people"
        label={payoutsTexts.people}
        query={wrapRows(rows)}
        pageSize={PAGE_SIZE}
        columns={payeeColumns}
        rowName={({ person }) => person.name}
        texts={{ loading: texts.loading, empty: texts.nothing }}
        summary={texts.peopleCount(formatCount(rows.length))}
        rowInline={(payee) => <PayeeActions run={run} payee={payee} onAct={setAction} />}
      />
      <FormModal opened={action?.kind === 'return'} title={texts.returnTitle} onClose={close}>
        {action?.kind === 'return' && <ReturnForm run={run} payee={action.payee} onDone={end} onClose={close} />}
      </FormModal>
      <FormModal opened={action?.kind === 'number'} title={texts.numberTitle} onClose={close}>
        {action?.kind === 'number' && <NumberForm run={run} payee={action.payee} onDone={end} onClose={close} />}
      </FormModal>
      <PayRunModal run={run} payee={action?.payee} opened={action?.kind === 'pay'} onClose={close} />
    </Card>
  );
}

type ActionsProps = { run: PayoutRun; payee: PayeeRow; onAct: (action: Action) => void };

function PayeeActions({ run, payee, onAct }: ActionsProps) {
  const actions = [
    { kind: 'number', label: texts.setNumber, isShown: run.may.includes('set_reference') },
    { kind: 'pay', label: texts.markPaid, isShown: payee.may.includes('pay') },
    { kind: 'return', label: texts.return, isShown: payee.may.includes('return') },
  ] as const;
  return actions
    .filter(({ isShown }) => isShown)
    .map(({ kind, label }) => (
      <Button key={kind} size="xs" onClick={() => onAct({ kind, payee })}>
        {label}
        <span className="visually-hidden"> {payee.person.name}</span>
      </Button>
    ));
}

/** People whose sum waits for a later run. */
export function CarriedOver({ run }: { run: PayoutRun }) {
  const rows = run.carried_over.map((kept): CarriedOverRow => ({ ...kept, id: kept.person.id }));
  return (
    <Card title={texts.carriedOver} note={texts.carriedOverNote} flush>
      <DataTable
        name="payout-carried-over"
        scope="payout-carried-over"
        label={texts.carriedOver}
        query={wrapRows(rows)}
        pageSize={PAGE_SIZE}
        columns={carriedOverColumns}
        rowName={({ person }) => person.name}
        texts={{ loading: texts.loading, empty: texts.nothing }}
        summary={texts.peopleCount(formatCount(rows.length))}
      />
    </Card>
  );
}
