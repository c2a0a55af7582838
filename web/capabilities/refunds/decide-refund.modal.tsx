import {
  approveRefund,
  cancelRefund,
  listRefunds,
  type Refund,
  readRefundOptions,
  rejectRefund,
} from '@vialkeep/contract/refunds.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { refundsTexts } from '../../components/refunds/refunds.texts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { refundListTexts as texts } from './refunds.texts.ts';

const refreshes = [listRefunds, readRefundOptions, readWaiting];

export type RefundDecision = { readonly act: 'approve' | 'reject' | 'cancel'; readonly refund: Refund };

/** Asks before a refund is approved, rejected or cancelled. */
export function DecideRefund({ decision, onClose }: { decision: RefundDecision | null; onClose: () => void }) {
  const notices = useNotices();
  const close = (refund: Refund) => {
    onClose();
    if (refund.state === 'failed') notices.error(refund.words);
    else notices.success(refund.words);
  };
  const isRejecting = decision?.act === 'reject';
  return (
    <>
      <ConfirmDecision decision={isRejecting ? null : decision} onDone={close} onClose={onClose} />
      <FormModal opened={isRejecting} title={texts.rejectTitle} onClose={onClose}>
        {isRejecting && <RejectForm refund={decision.refund} onDone={close} onCancel={onClose} />}
      </FormModal>
    </>
  );
}

type ConfirmProps = { decision: RefundDecision | null; onDone: (refund: Refund) => void; onClose: () => void };

function ConfirmDecision({ decision, onDone, onClose }: ConfirmProps) {
  const approving = useCommand(approveRefund, { refreshes, onDone });
  const cancelling = useCommand(cancelRefund, { refreshes, onDone });
  const isApproving = decision?.act === 'approve';
  const command = isApproving ? approving : cancelling;
  const title = isApproving ? texts.approveTitle : texts.cancelTitle;
  return (
    <ConfirmModal
      opened={decision !== null}
      danger={!isApproving}
      title={title}
      confirm={title}
      cancel={texts.keep}
      facts={decision ? refundFacts(decision.refund) : []}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => decision && void command.run({ params: { id: decision.refund.id } })}
      onCancel={onClose}
    >
      {decision && questionOf(decision)}
    </ConfirmModal>
  );
}

function questionOf({ act, refund }: RefundDecision): string {
  if (act !== 'approve') return texts.cancelQuestion;
  return refund.way === 'outside' ? texts.approveOutside : texts.approveQuestion;
}

function refundFacts(refund: Refund) {
  const { amount, way, return_coupon, reason, note, requested_by } = refund;
  return [
    [texts.transaction, texts.targetOf(refund)],
    [texts.amount, formatDollars(amount)],
    [texts.way, way === 'outside' ? texts.outside : texts.toCard],
    [texts.coupon, return_coupon ? texts.couponReturned : texts.couponKept],
    [texts.reason, `${refundsTexts.reasons[reason]}: ${note}`],
    [texts.by, requested_by],
  ] as const;
}

type RejectFormProps = { refund: Refund; onDone: (refund: Refund) => void; onCancel: () => void };

function RejectForm({ refund, onDone, onCancel }: RejectFormProps) {
  const form = useRouteForm(rejectRefund, { note: '' });
  const command = useCommand(rejectRefund, { refreshes, onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.rejectTitle}
      onSubmit={(body) => command.run({ params: { id: refund.id }, body })}
    >
      <Fields>
        <TextAreaField name="note" label={texts.rejectNote} maxLength={1_000} rows={3} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.keep}</Button>
        <Submit danger>{texts.rejectTitle}</Submit>
      </FormActions>
    </Form>
  );
}
