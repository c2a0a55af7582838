import {
  listRefunds,
  type Refund,
  type RefundOptions,
  readRefundOptions,
  requestRefund,
} from '@vialkeep/contract/refunds.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { newUuid } from '../../kernel/new-uuid.ts';
import { Form } from '../../ui/form/form.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { RefundFields } from './refund-fields.tsx';
import { refundsTexts as texts } from './refunds.texts.ts';

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
  return (
    <Form
      form={form}
      command={command}
      label={texts.form}
      onSubmit={(body) => command.run({ params: { id: transactionId }, body })}
    >
      <RefundFields
        options={options}
        asked={{ amount: Number(amount ?? 0), outside, returnCoupon }}
        onCancel={onCancel}
      />
    </Form>
  );
}
