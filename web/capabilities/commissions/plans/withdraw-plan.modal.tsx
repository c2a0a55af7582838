import {
  type CommissionPlan,
  listCommissionPlans,
  withdrawCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { refresh, useCommand } from '../../../kernel/api/query.ts';
import { formatDay } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { siteName } from './plan-labels.ts';
import { plansTexts } from './plans.texts.ts';

const texts = plansTexts.withdrawal;

/** Asks before the adoption of a plan is taken back; a refusal stays in the modal. */
export function WithdrawPlanModal({ plan, onClose }: { plan: CommissionPlan | null; onClose: () => void }) {
  const notices = useNotices();
  const command = useCommand(withdrawCommissionPlan, {
    refreshes: [listCommissionPlans],
    onDone: () => {
      onClose();
      notices.success(texts.done);
    },
    // Another user may have withdrawn it, or its first day has come.
    onRefused: () => void refresh([listCommissionPlans]),
  });
  const close = () => {
    command.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={plan !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      facts={
        plan
          ? [
              [plansTexts.name, plan.name],
              [plansTexts.site, siteName(plan)],
              [plansTexts.form.starts, formatDay(plan.starts_on)],
            ]
          : []
      }
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => plan && void command.run({ params: { id: plan.id }, body: { version: plan.version } })}
      onCancel={close}
    >
      {texts.question}
    </ConfirmModal>
  );
}
