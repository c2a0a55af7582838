import {
  listRefunds,
  type Refund,
  type RefundOptions,
  readInvoiceRefundOptions,
  requestInvoiceRefund,
} from '@vialkeep/contract/refunds.ts';
import type { StorageInvoice } from '@vialkeep/contract/storage.ts';
import { readStorageEnrolment } from '@vialkeep/contract/storage-plans.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useState } from 'react';
import { RefundFields } from '../../../components/refunds/refund-fields.tsx';
import { refundsTexts } from '../../../components/refunds/refunds.texts.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { newUuid } from '../../../kernel/new-uuid.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { storagePlansTexts } from './storage-plans.texts.ts';

type Props = { invoice: StorageInvoice; onDone: (refund: Refund) => void; onCancel: () => void };

/** Gives back all or a part of an invoice that was paid. */
export function RefundInvoiceForm(props: Props) {
  const options = useApi(readInvoiceRefundOptions, { params: { id: props.invoice.id } });
  return (
    <Loaded query={options} loading={refundsTexts.loading} failed={refundsTexts.failed}>
      {(answer) => <LoadedForm {...props} options={answer} />}
    </Loaded>
  );
}

function LoadedForm({ invoice, options, onDone, onCancel }: Props & { options: RefundOptions }) {
  // Made once: when an answer is lost, sending the form again asks for the same refund.
  const [key] = useState(newUuid);
  const form = useRouteForm(requestInvoiceRefund, {
    key,
    amount: options.left,
    left: options.left,
    reason: 'other',
    note: '',
    outside: options.blocked !== null,
  });
  const command = useCommand(requestInvoiceRefund, {
    refreshes: [readStorageEnrolment, readInvoiceRefundOptions, listRefunds, readWaiting],
    onDone,
  });
  const { amount, outside = false } = form.values;
  return (
    <Form
      form={form}
      command={command}
      label={storagePlansTexts.show.refundOf(invoice.number)}
      onSubmit={(body) => command.run({ params: { id: invoice.id }, body })}
    >
      <RefundFields
        options={options}
        asked={{ amount: Number(amount ?? 0), outside, returnCoupon: false }}
        onCancel={onCancel}
      />
    </Form>
  );
}
