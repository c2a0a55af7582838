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

type Props = { invoice: StorageInvoice; onDone: (refund: Refund) => void; onCancel: () => void };

/** Gives back all or a part of an invoice that was paid. */
export function RefundInvoiceForm({ invoice, onDone, onCancel }: Props) {
  // Made once: when an answer is lost, sending the form again asks for the same refund.
  const [key] = useState(newUuid);
  const left = Math.round((invoice.amount - invoice.refunded) * 100) / 100;
  const form = useRouteForm(requestInvoiceRefund, { key, amount: left, reason: 'other', note: '', outside: false });
  const command = useCommand(requestInvoiceRefund, {
    refreshes: [readStorageEnrolment, listRefunds, readWaiting],
    onDone,
  });
  const { amount, outside } = form.values;
  const consequences = [
    outside ? refundsTexts.will.record(formatDollars(amount)) : texts.refundToCard,
    amount === left ? texts.refundOfAll : texts.refundOfPart,
    refundsTexts.will.receipt,
  ].join(' ');
  return (
    <Form
      form={form}
      command={command}
      label={texts.refundOf(invoice.number)}
      onSubmit={(body) => command.run({ params: { id: invoice.id }, body })}
    >
      <Fields>
        <p className={classes.lead}>{consequences}</p>
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
