import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { Refund } from '@vialkeep/contract/refunds.ts';
import type { StorageInvoice } from '@vialkeep/contract/storage.ts';
import { readStorageEnrolment, type StorageEnrolment } from '@vialkeep/contract/storage-plans.ts';
import { useState } from 'react';
import { refundsTexts } from '../../../components/refunds/refunds.texts.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { InvoiceItem } from '../invoice-item.tsx';
import classes from '../storage-billing.module.css';
import { planStates } from '../storage-labels.ts';
import { RefundInvoiceForm } from './refund-invoice-form.tsx';
import { storagePlansTexts } from './storage-plans.texts.ts';

const texts = storagePlansTexts.show;
const { decide } = storagePlansTexts;

type Props = { plan: StorageEnrolment | null; onClose: () => void };

/** A plan with its invoices, their files and refunds. */
export function ShowPlanModal({ plan, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = ({ state, words }: Refund) => {
    onClose();
    if (state === 'failed') notices.error(words);
    else notices.success(words);
  };
  return (
    <FormModal opened={plan !== null} title={texts.title} onClose={onClose}>
      {plan && <ShownPlan id={plan.id} onRefunded={close} />}
    </FormModal>
  );
}

function ShownPlan({ id, onRefunded }: { id: number; onRefunded: (refund: Refund) => void }) {
  const plan = useApi(readStorageEnrolment, { params: { id } });
  const [refunded, setRefunded] = useState<StorageInvoice | null>(null);
  return (
    <Loaded query={plan} loading={decide.loading} failed={decide.failed}>
      {(read) => (
        <div className={classes.parts}>
          <Facts facts={planFacts(read)} />
          {refunded ? (
            <RefundInvoiceForm invoice={refunded} onDone={onRefunded} onCancel={() => setRefunded(null)} />
          ) : (
            <Invoices invoices={read.invoices} onRefund={setRefunded} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function planFacts({
  patient,
  offer,
  state,
  paid_through,
  decision,
  decision_note,
}: Answer<typeof readStorageEnrolment>) {
  return [
    [decide.patient, patient.name],
    [decide.plan, offer.name],
    [storagePlansTexts.plans.state, planStates[state].text],
    [decide.paidThrough, formatDay(paid_through)],
    [decide.decision, decision === null ? '' : `${decide.decisions[decision]}: ${decision_note}`],
  ] as const;
}

type InvoicesProps = {
  invoices: Answer<typeof readStorageEnrolment>['invoices'];
  onRefund: (invoice: StorageInvoice) => void;
};

function Invoices({ invoices, onRefund }: InvoicesProps) {
  if (invoices.length === 0) return <p className={classes.lead}>{texts.none}</p>;
  return (
    <ul className={classes.list}>
      {invoices.map((invoice) => (
        <InvoiceItem
          key={invoice.id}
          invoice={invoice}
          words={[`${formatDay(invoice.from_day)} – ${formatDay(invoice.to_day)}`]}
          actions={
            invoice.may.includes('refund') && (
              <Button onClick={() => onRefund(invoice)}>
                {refundsTexts.open}
                <span className="visually-hidden"> {invoice.number}</span>
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}
