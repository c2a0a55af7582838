import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { formatDays, siteName } from './plan-labels.ts';
import { plansTexts as texts } from './plans.texts.ts';
import { RuleSentences } from './rule-sentences.tsx';

/** One plan with all its rules, to read. */
export function ShowPlanModal({ plan, onClose }: { plan: CommissionPlan | null; onClose: () => void }) {
  const house = plan?.people.find(({ id }) => id === plan.house_id);
  return (
    <ConfirmModal
      opened={plan !== null}
      title={plan?.name ?? ''}
      confirm={texts.close}
      cancel={null}
      facts={
        plan
          ? [
              [texts.site, siteName(plan)],
              [texts.days, formatDays(plan)],
              [texts.hold, texts.holdDays(plan.hold_days)],
              [texts.form.emptySeats, texts.form.emptySeatsChoices[plan.empty_seats]],
              [texts.form.house, house?.name],
              [texts.rules, <RuleSentences key="rules" rules={plan.rules} />],
              [texts.form.note, plan.note],
            ]
          : []
      }
      onConfirm={onClose}
      onCancel={onClose}
    />
  );
}
