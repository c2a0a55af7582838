import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { type Kit, listKits, listLots, voidKit } from '@vialkeep/contract/kits.ts';
import { BenchReasonModal } from '../../components/bench/bench-reason-modal.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.kits;

export function VoidKit({ kit, lab, said, onClose }: BenchStep & { kit: Kit; onClose: () => void }) {
  const code = formatBenchCode({ kind: 'kit', code: kit.code });
  const command = useCommand(voidKit, {
    refreshes: [listKits, listLots],
    onDone: () => {
      said.showRight(texts.voided(code));
      onClose();
    },
  });
  return (
    <BenchReasonModal
      title={`${texts.makeVoid}: ${code}`}
      label={texts.reason}
      confirm={texts.makeVoid}
      maxLength={500}
      command={command}
      onConfirm={(reason) => void command.run({ params: { id: String(kit.id) }, body: { ...lab.inBody, reason } })}
      onClose={onClose}
    />
  );
}
