import { correctLot, type Lot, listKits, listLots } from '@vialkeep/contract/kits.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchNote, BenchProblem, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import { formatDateTime, formatDay } from '../../ui/display/formats.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.lots;

export function CorrectLot({ lot, lab, said, onClose }: BenchStep & { lot: Lot; onClose: () => void }) {
  const [expires, setExpires] = useState(lot.expires_on ?? '');
  const [reason, setReason] = useState('');
  const command = useCommand(correctLot, {
    refreshes: [listLots, listKits],
    onDone: () => {
      said.showRight(texts.corrected(lot.lot));
      onClose();
    },
  });
  const problems = command.refusal?.fields ?? {};
  const body = { ...lab.inBody, expires_on: expires === '' ? null : expires, reason };
  const day = (on: string | null) => (on === null ? texts.noLastDay : formatDay(on));
  return (
    <FormModal opened title={texts.correctTitle(lot.lot)} onClose={onClose}>
      <div className={classes.steps}>
        <BenchTextField
          label={texts.expires}
          type="date"
          value={expires}
          onChange={setExpires}
          problem={problems['expires_on']}
        />
        <BenchNote
          label={texts.correctReason}
          value={reason}
          onChange={setReason}
          problem={problems['reason']}
          maxLength={1_000}
        />
        {command.refusal && Object.keys(problems).length === 0 && (
          <BenchProblem>{command.refusal.message}</BenchProblem>
        )}
        <BenchActions>
          <BenchButton
            kind="primary"
            busy={command.busy}
            onClick={() => void command.run({ params: { id: String(lot.id) }, body })}
          >
            {texts.correct}
          </BenchButton>
        </BenchActions>
        {lot.corrections.length > 0 && (
          <ul className={classes.codes}>
            {lot.corrections.map(({ at, expires_on_before, reason: why, operator }) => (
              <li key={at}>{texts.wasUntil(day(expires_on_before), formatDateTime(at), why, operator)}</li>
            ))}
          </ul>
        )}
      </div>
    </FormModal>
  );
}
