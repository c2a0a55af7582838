import { readBenchHome } from '@vialkeep/contract/bench.ts';
import { beginShift } from '@vialkeep/contract/lab-policy.ts';
import { type SubmitEvent, useState } from 'react';
import { type Failure, NetworkFailure } from '../../../kernel/api/failure.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { ModalFrame } from '../../../ui/overlays/modal-frame.tsx';
import classes from '../bench.module.css';
import { benchTexts } from '../bench.texts.ts';
import { BenchActions, BenchButton } from '../bench-button.tsx';
import { BenchField } from '../bench-field.tsx';
import { useBenchLab } from '../use-bench-lab.ts';
import { shiftTexts as texts } from './shift.texts.ts';

/** A badge that was scanned; empty where it is typed. */
export type ScannedBadge = { readonly code: string; readonly name: string };

type Props = { badge: ScannedBadge | null; onBegun: (name: string) => void; onClose: () => void };

/** Asks for the PIN of a badge, and for a new PIN at the first use. */
export function BeginShift({ badge, onBegun, onClose }: Props) {
  const title = badge?.name ? texts.title(badge.name) : texts.titleWithoutName;
  return (
    <ModalFrame opened={badge !== null} title={title} onCancel={onClose}>
      {badge && <ShiftForm key={badge.code} badge={badge} onBegun={onBegun} onClose={onClose} />}
    </ModalFrame>
  );
}

function ShiftForm({ badge, onBegun, onClose }: Props & { badge: ScannedBadge }) {
  const lab = useBenchLab();
  const [typed, setTyped] = useState({ badge: badge.code, pin: '', newPin: '' });
  const [asksNewPin, setAsksNewPin] = useState(false);
  const command = useCommand(beginShift, {
    refreshes: [readBenchHome],
    onDone: ({ operator }) => onBegun(operator.name),
    onRefused: (failure) => setAsksNewPin(asksNewPin || isNewPinAsked(failure)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { pin, newPin } = typed;
    if (pin === '') return;
    void command.run({
      body: { ...lab.inBody, operator_code: typed.badge, pin, ...(asksNewPin ? { new_pin: newPin } : {}) },
    });
  };
  const problems = problemsOf(command.refusal, asksNewPin);
  return (
    <form onSubmit={submit} noValidate className={classes.dialog}>
      {badge.code === '' && (
        <BenchField
          label={texts.badge}
          value={typed.badge}
          onChange={(code) => setTyped({ ...typed, badge: code })}
          autoFocus
        />
      )}
      <BenchField
        label={texts.pin}
        kind="pin"
        value={typed.pin}
        onChange={(pin) => setTyped({ ...typed, pin })}
        problem={problems.pin}
        maxLength={100}
        autoFocus={badge.code !== ''}
      />
      {asksNewPin && (
        <>
          <p className={classes.said}>{texts.chooseNew}</p>
          <BenchField
            label={texts.newPin}
            kind="pin"
            value={typed.newPin}
            onChange={(newPin) => setTyped({ ...typed, newPin })}
            problem={problems.newPin}
            maxLength={12}
          />
        </>
      )}
      <BenchActions>
        <BenchButton onClick={onClose}>{texts.cancel}</BenchButton>
        <BenchButton kind="primary" type="submit" busy={command.busy}>
          {texts.begin}
        </BenchButton>
      </BenchActions>
    </form>
  );
}

function isNewPinAsked(failure: Failure): boolean {
  return !(failure instanceof NetworkFailure) && failure.reason === 'new_pin_required';
}

/** A refusal of a field that is not shown stands at the PIN; that a new one is asked for is no problem. */
function problemsOf(failure: Failure | null, asksNewPin: boolean): { pin: string | null; newPin: string | null } {
  if (failure === null || isNewPinAsked(failure)) return { pin: null, newPin: null };
  if (failure instanceof NetworkFailure) return { pin: benchTexts.offline, newPin: null };
  const newPin = asksNewPin ? (failure.fields.new_pin ?? null) : null;
  return { pin: newPin === null ? failure.message : null, newPin };
}
