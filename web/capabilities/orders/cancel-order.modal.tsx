import { cancelOpenOrder, type VialOrderDetails } from '@vialkeep/contract/vial-orders.ts';
import { BenchReasonModal } from '../../components/bench/bench-reason-modal.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { orderTexts as texts } from './orders.texts.ts';
import { orderRefreshes as refreshes, type Said } from './use-order-scans.ts';

type Props = { order: VialOrderDetails; said: Said; onClose: () => void };

export function CancelOrder({ order, said, onClose }: Props) {
  const lab = useBenchLab();
  const command = useCommand(cancelOpenOrder, {
    refreshes,
    onDone: () => {
      said.showRight(texts.cancelled);
      onClose();
    },
  });
  return (
    <BenchReasonModal
      title={texts.cancel}
      label={texts.reason}
      confirm={texts.cancelNow}
      maxLength={1_000}
      command={command}
      onConfirm={(reason) => void command.run({ params: { id: String(order.id) }, body: { ...lab.inBody, reason } })}
      onClose={onClose}
    />
  );
}
