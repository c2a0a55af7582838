import {
  listRefunds,
  type Refund,
  type RefundOptions,
  RefundReason,
  readRefundOptions,
  requestRefund,
} from '@vialkeep/contract/refunds.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { newUuid } from '../../kernel/new-uuid.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { MoneyField } from '../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { consequencesOf, failureOf } from './refund-consequences.ts';
import classes from './refunds.module.css';
import { refundsTexts as texts } from './refunds.texts.ts';

const reasons = RefundReason.options.map((value) => ({ value, label: texts.reasons[value] }));

type Props = {
  transactionId: number;
  options: RefundOptions;
  onDone: (refund: Refund) => void;
  onCancel: () => void;
};

/** Requests a refund; above the button stands what will follow from it. */
export function RefundForm({ transactionId, options, onDone, onCancel }: Props) {
  // Made once: when an answer is lost, sending the form again asks for the same refund.
  const [key] = useState(newUuid);
  const form = useRouteForm(requestRefund, {
    key,
    amount: options.left,
    left: options.left,
    reason: 'other',
    note: '',
    return_coupon: options.coupon !== null,
    outside: options.blocked !== null,
  });
  const command = useCommand(requestRefund, { refreshes: [readRefundOptions, listRefunds, readWaiting], onDone });
  const { amount, outside = false, return_coupon: returnCoupon = false } = form.values;
  const asked = { amount: Number(amount ?? 0), outside, returnCoupon };
  const will = consequencesOf(options, asked);
  return (
    <Form
      form={form}
      command={command}
      label={texts.form}
      onSubmit={(body) => command.run({ params: { id: transactionId }, body })}
    >
      <Fields>
        <MoneyField name="amount" label={texts.amount} help={texts.amountHelp(formatDollars(options.left))} required />
        <SelectField name="reason" label={texts.reason} options={reasons} required />
        <TextAreaField name="note" label={texts.note} help={texts.noteHelp} maxLength={1_000} rows={2} required />
        {options.coupon !== null && (
          <CheckboxField name="return_coupon" label={texts.coupon(options.coupon)} help={texts.couponHelp} />
        )}
        <CheckboxField name="outside" label={texts.outside} help={texts.outsideHelp} />
        <section aria-label={texts.consequences}>
          <h4 className={classes.subtitle}>{texts.consequences}</h4>
          <ul className={classes.will} aria-live="polite">
            {will.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit danger disabled={failureOf(options, asked) !== null}>
          {texts.submit}
        </Submit>
      </FormActions>
    </Form>
  );
}
