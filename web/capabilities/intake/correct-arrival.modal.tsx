import { type Arrival, ArrivalDecision, correctArrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchFields, BenchProblem, parseTypedNumber } from '../../components/bench/bench-fields.tsx';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { formatDateTime } from '../../ui/display/formats.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import type { BenchStep } from './bench-step.ts';
import { type Inspected, InspectionNotes, InspectionQuestions, InspectionTimeFields } from './inspection-fields.tsx';
import { intakeTexts } from './intake.texts.ts';
import { formatLocalMoment, parseLocalMoment } from './moments.ts';

const texts = intakeTexts.arrivals;

/** An inspection that was recorded wrongly. What it said before stays below the form. */
export function CorrectArrival({ arrival, lab, said, onClose }: BenchStep & { arrival: Arrival; onClose: () => void }) {
  const [inspected, setInspected] = useState(() => inspectedOf(arrival));
  const set = (changed: Partial<Inspected>) => setInspected((before) => ({ ...before, ...changed }));
  const ids = useScanIds();
  const command = useCommand(correctArrival, {
    refreshes: [listArrivals],
    onDone: () => {
      ids.confirm();
      said.showRight(texts.correctedNow(arrival.patient.name));
      onClose();
    },
  });
  const problems = command.refusal?.fields ?? {};
  const decide = (decision: ArrivalDecision) => {
    const act = {
      ...lab.inBody,
      input: 'typed' as const,
      version: arrival.earlier.length,
      tracking_number: inspected.tracking,
      arrived_at: parseLocalMoment(inspected.at),
      condition: inspected.condition ?? arrival.condition,
      indicator: inspected.indicator ?? arrival.indicator,
      temperature_c: parseTypedNumber(inspected.temperature),
      identity_matches: inspected.identity === 'yes',
      decision,
      reason: inspected.reason,
    };
    void command.run({ params: { id: String(arrival.id) }, body: { ...act, scan_id: ids.idFor(act) } });
  };
  return (
    <FormModal opened title={texts.correctTitle(arrival.patient.name)} onClose={onClose}>
      <div className={classes.steps}>
        <p className={classes.lead}>{texts.wrongPatient}</p>
        <BenchFields>
          <InspectionTimeFields inspected={inspected} set={set} problems={problems} />
        </BenchFields>
        <InspectionQuestions inspected={inspected} set={set} problems={problems} />
        <InspectionNotes inspected={inspected} set={set} problems={problems} reason={texts.correctReason} />
        {problems['kit_code'] && <BenchProblem>{problems['kit_code']}</BenchProblem>}
        {command.refusal && <BenchProblem>{command.refusal.message}</BenchProblem>}
        <BenchActions>
          {ArrivalDecision.options.map((decision) => (
            <BenchButton
              key={decision}
              kind={decision === arrival.decision ? 'primary' : 'secondary'}
              disabled={command.busy}
              onClick={() => decide(decision)}
            >
              {texts.decisions[decision]}
            </BenchButton>
          ))}
        </BenchActions>
        {arrival.earlier.length > 0 && <EarlierInspections earlier={arrival.earlier} />}
      </div>
    </FormModal>
  );
}

function EarlierInspections({ earlier }: Pick<Arrival, 'earlier'>) {
  return (
    <section>
      <h3>{texts.earlier}</h3>
      <ul className={classes.codes}>
        {earlier.map((said) => (
          <li key={said.corrected_at}>{describeEarlier(said)}</li>
        ))}
      </ul>
    </section>
  );
}

function inspectedOf(arrival: Arrival): Inspected {
  return {
    tracking: arrival.tracking_number,
    at: formatLocalMoment(new Date(arrival.arrived_at)),
    condition: arrival.condition,
    indicator: arrival.indicator,
    temperature: arrival.temperature_c === null ? '' : String(arrival.temperature_c),
    identity: arrival.identity_matches ? 'yes' : 'no',
    reason: '',
  };
}

function describeEarlier(said: Arrival['earlier'][number]): string {
  const facts = [
    texts.decided[said.decision],
    texts.conditions[said.condition],
    `${texts.indicator}: ${texts.indicators[said.indicator]}`,
    `${texts.identity} ${texts.yesNo[said.identity_matches ? 'yes' : 'no']}`,
    said.temperature_c === null ? '' : `${said.temperature_c} °C`,
    said.reason,
    said.operator ?? '',
  ];
  return `${formatDateTime(said.corrected_at)}: ${facts.filter((fact) => fact !== '').join(', ')}`;
}
