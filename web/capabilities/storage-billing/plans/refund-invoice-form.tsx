import { ANOTHER_ADMINISTRATOR } from '@vialkeep/contract/four-eyes.ts';
import { listRefunds, type Refund, RefundReason, requestInvoiceRefund } from '@vialkeep/contract/refunds.ts';
import type { StorageInvoice } from '@vialkeep/contract/storage.ts';
import { readStorageEnrolment } from '@vialkeep/contract/storage-plans.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useState } from 'react';
import { refundsTexts } from '../../../components/refunds/refunds.texts.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { newUuid } from '../../../kernel/new-uuid.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { CheckboxField } from '../../../ui/form/fields/choice-fields.tsx';
import { MoneyField } from '../../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import classes from '../storage-billing.module.css';
import { storagePlansTexts } from './storage-plans.texts.ts';

const texts = storagePlansTexts.show;
const reasons = RefundReason.options.map((value) => ({ value, label: refundsTexts.reasons[value] }));

type Props = {
  invoice: StorageInvoice;
  /** From this sum of all its refunds on, in dollars, a second administrator approves. */
  fourEyes: number;
  onDone: (refund: Refund) => void;
  onCancel: () => void;
};

/** Gives back all or a part of an invoice that was paid. */
export function RefundInvoiceForm({ invoice, fourEyes, onDone, onCancel }: Props) {
  // Made once: when an answer is lost, sending the form again asks for the same refund.
  const [key] = useState(newUuid);
  const left = Math.round((invoice.amount - invoice.refunded) * 100) / 100;
  const form = useRouteForm(requestInvoiceRefund, {
    key,
    amount: left,
    left,
    reason: 'other',
    note: '',
    outside: false,
  });
  const command = useCommand(requestInvoiceRefund, {
    refreshes: [readStorageEnrolment, listRefunds, readWaiting],
    onDone,
  });
  const { amount, outside = false } = form.values;
  const consequences = consequencesOf({ invoice, left, fourEyes }, { amount: Number(amount), outside });
  return (
    <Form
      form={form}
      command={command}
      label={texts.refundOf(invoice.number)}
      onSubmit={(body) => command.run({ params: { id: invoice.id }, body })}
    >
      <Fields>
        {consequences.length > 0 && <p className={classes.lead}>{consequences.join(' ')}</p>}
        <MoneyField
          name="amount"
          label={refundsTexts.amount}
          help={refundsTexts.amountHelp(formatDollars(left))}
          required
        />
        <SelectField name="reason" label={refundsTexts.reason} options={reasons} required />
        <TextAreaField name="note" label={refundsTexts.note} maxLength={1_000} rows={2} required />
        <CheckboxField name="outside" label={refundsTexts.outside} help={refundsTexts.outsideHelp} />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{refundsTexts.cancel}</Button>
        <Submit danger>{refundsTexts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

type Invoice = { readonly invoice: StorageInvoice; readonly left: number; readonly fourEyes: number };
type Asked = { readonly amount: number; readonly outside: boolean };

/** What the refund will do, in sentences; none for an amount that is refused. The server decides when it is requested. */
function consequencesOf({ invoice, left, fourEyes }: Invoice, { amount, outside }: Asked): readonly string[] {
  if (!(amount > 0 && amount <= left)) return [];
  const { will } = refundsTexts;
  const isAll = amount === left;
  const isWhole = isAll && invoice.refunded === 0;
  const card = invoice.card ? will.card(invoice.card.card_type, invoice.card.card_number) : will.anyCard;
  return [
    ...(inCents(invoice.refunded) + inCents(amount) >= inCents(fourEyes) ? [ANOTHER_ADMINISTRATOR] : []),
    outside ? will.record(formatDollars(amount)) : texts.toCard(formatDollars(amount), card),
    ...(outside ? [] : [isWhole ? texts.beforeSettlement : texts.untilSettled]),
    isAll ? texts.refundOfAll : texts.refundOfPart,
    will.receipt,
  ];
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}
