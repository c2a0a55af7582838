import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { PlanForm } from './plan-form.tsx';
import { plansTexts } from './plans.texts.ts';

const texts = plansTexts.form;

/** What is drafted: a new plan, a copy, or a draft that is edited. */
export type Drafting = { plan: CommissionPlan | null; copied: CommissionPlan | null };

type Props = { drafting: Drafting | null; proposedHouseId: number | null; onClose: () => void };

export function PlanModal({ drafting, proposedHouseId, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.saved);
  };
  return (
    <FormModal
      opened={drafting !== null}
      title={drafting?.plan ? texts.editTitle : texts.addTitle}
      size="lg"
      onClose={onClose}
    >
      {drafting && <PlanForm {...drafting} proposedHouseId={proposedHouseId} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}
