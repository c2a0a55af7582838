import type { ArrivalCondition, ArrivalIndicator } from '@vialkeep/contract/arrivals.ts';
import { BenchChoice, BenchFields, BenchNote, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.arrivals;

/** The answers of an inspection as they stand in the form. */
export type Inspected = {
  tracking: string;
  at: string;
  condition: ArrivalCondition | null;
  indicator: ArrivalIndicator | null;
  temperature: string;
  identity: 'yes' | 'no' | null;
  reason: string;
};

type Props = {
  inspected: Inspected;
  set: (changed: Partial<Inspected>) => void;
  problems: Readonly<Record<string, string>>;
};

export function InspectionTimeFields({ inspected, set, problems }: Props) {
  return (
    <>
      <BenchTextField
        label={texts.arrivedAt}
        type="datetime-local"
        value={inspected.at}
        onChange={(at) => set({ at })}
        problem={problems['arrived_at']}
      />
      <BenchTextField
        label={texts.tracking}
        value={inspected.tracking}
        onChange={(tracking) => set({ tracking })}
        problem={problems['tracking_number']}
        maxLength={100}
      />
    </>
  );
}

/** One question a row. */
export function InspectionQuestions({ inspected, set, problems }: Props) {
  return (
    <>
      <BenchChoice
        label={texts.condition}
        value={inspected.condition}
        choices={texts.conditions}
        onChoose={(condition) => set({ condition })}
        problem={problems['condition']}
      />
      <BenchChoice
        label={texts.indicator}
        value={inspected.indicator}
        choices={texts.indicators}
        onChoose={(indicator) => set({ indicator })}
        problem={problems['indicator']}
      />
      <BenchChoice
        label={texts.identity}
        value={inspected.identity}
        choices={texts.yesNo}
        onChoose={(identity) => set({ identity })}
        problem={problems['identity_matches']}
      />
    </>
  );
}

export function InspectionNotes({ inspected, set, problems, reason }: Props & { reason: string }) {
  return (
    <BenchFields>
      <BenchTextField
        label={texts.temperature}
        inputMode="decimal"
        value={inspected.temperature}
        onChange={(temperature) => set({ temperature })}
        problem={problems['temperature_c']}
      />
      <BenchNote
        label={reason}
        value={inspected.reason}
        onChange={(words) => set({ reason: words })}
        problem={problems['reason']}
        maxLength={1_000}
      />
    </BenchFields>
  );
}
