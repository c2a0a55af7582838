import {
  approvePayoutRun,
  cancelPayoutRun,
  listPayoutRuns,
  type PayoutRun,
  readPayoutRun,
} from '@vialkeep/contract/payouts.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useCommand } from '../../kernel/api/query.ts';
import type { Fact } from '../../ui/display/facts.tsx';
import { formatCount, formatDollars } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { payoutsTexts } from './payouts.texts.ts';

const texts = payoutsTexts.one;

/** The calls whose answers a step of a run changes. */
export const changedByStep = [readPayoutRun, listPayoutRuns, readWaiting];

type Props = { run: PayoutRun; opened: boolean; onClose: () => void };

export function ApproveRun({ run, opened, onClose }: Props) {
  const { id, version } = run;
  const notices = useNotices();
  const command = useCommand(approvePayoutRun, {
    refreshes: changedByStep,
    onDone: () => {
      onClose();
      notices.success(texts.approved);
    },
  });
  return (
    <ConfirmModal
      opened={opened}
      title={payoutsTexts.runName(id)}
      confirm={texts.approve}
      facts={listAmounts(run)}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => void command.run({ params: { id }, body: { version } })}
      onCancel={onClose}
    >
      {texts.approveQuestion}
    </ConfirmModal>
  );
}

export function CancelRun({ run, opened, onClose }: Props) {
  const notices = useNotices();
  const command = useCommand(cancelPayoutRun, {
    refreshes: changedByStep,
    onDone: () => {
      onClose();
      notices.success(texts.cancelled);
    },
  });
  return (
    <ConfirmModal
      opened={opened}
      danger
      title={payoutsTexts.runName(run.id)}
      confirm={texts.cancel}
      cancel={texts.keep}
      facts={listAmounts(run)}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => void command.run({ params: { id: run.id } })}
      onCancel={onClose}
    >
      {texts.cancelQuestion}
    </ConfirmModal>
  );
}

function listAmounts({ total, people }: PayoutRun): Fact[] {
  return [
    [payoutsTexts.amount, formatDollars(total)],
    [payoutsTexts.people, formatCount(people.length)],
  ];
}
