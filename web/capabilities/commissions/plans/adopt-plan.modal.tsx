import { adoptCommissionPlan, type CommissionPlan, listCommissionPlans } from '@vialkeep/contract/commission-plans.ts';
import { refresh, useCommand } from '../../../kernel/api/query.ts';
import { formatDay, today } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { siteName } from './plan-labels.ts';
import { plansTexts } from './plans.texts.ts';
import { RuleSentences } from './rule-sentences.tsx';

const texts = plansTexts.adoption;

/** Asks before a draft is adopted; a refusal stays in the modal. */
export function AdoptPlanModal({ plan, onClose }: { plan: CommissionPlan | null; onClose: () => void }) {
  const notices = useNotices();
  const command = useCommand(adoptCommissionPlan, {
    refreshes: [listCommissionPlans],
    onDone: () => {
      onClose();
      notices.success(texts.done);
    },
    // Another user may have changed or adopted it.
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
              [plansTexts.hold, plansTexts.holdDays(plan.hold_days)],
              [plansTexts.rules, <RuleSentences key="rules" rules={plan.rules} />],
            ]
          : []
      }
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => plan && void command.run({ params: { id: plan.id }, body: { version: plan.version } })}
      onCancel={close}
    >
      {texts.question} {plan && plan.starts_on < today() && texts.backlog}
    </ConfirmModal>
  );
}
