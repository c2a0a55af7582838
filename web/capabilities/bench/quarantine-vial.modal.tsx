import { readBenchHome } from '@vialkeep/contract/bench.ts';
import { quarantineVials } from '@vialkeep/contract/release.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchNote } from '../../components/bench/bench-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { quarantineTexts as texts } from './bench.texts.ts';

type Props = { code: string; onDone: (words: string) => void; onClose: () => void };

/** Puts the scanned vial into quarantine, with the reason. */
export function QuarantineVial({ code, onDone, onClose }: Props) {
  const lab = useBenchLab();
  const [note, setNote] = useState('');
  const command = useCommand(quarantineVials, {
    refreshes: [readBenchHome],
    onDone: () => onDone(texts.done(code)),
  });
  const problem = command.refusal ? (command.refusal.fields['note'] ?? command.refusal.message) : undefined;
  return (
    <FormModal opened title={texts.title(code)} onClose={onClose}>
      <div className={classes.steps}>
        <BenchNote label={texts.note} value={note} onChange={setNote} problem={problem} maxLength={1_000} />
        <BenchActions>
          <BenchButton
            kind="danger"
            busy={command.busy}
            onClick={() => void command.run({ body: { ...lab.inBody, vial_codes: [code], note } })}
          >
            {texts.hold}
          </BenchButton>
        </BenchActions>
      </div>
    </FormModal>
  );
}
