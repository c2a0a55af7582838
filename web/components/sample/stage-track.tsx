import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import {
  type ProcessFields,
  type StageProgress,
  type StageStep,
  type StepState,
  stageOf,
  stageSteps,
} from '@vialkeep/contract/stage.ts';
import {
  type Audience,
  stageInShort,
  stageTexts,
  stageWords,
  stepRemark,
  stepsForPatient,
  stepWhen,
} from './stage-labels.ts';
import classes from './stage-track.module.css';

type TrackProps = {
  patient: ProcessFields;
  /** 'YYYY-MM-DD' */
  today: string;
  audience: Audience;
  /** An additional line under a step: 'QC ×2'. */
  notes?: Partial<Record<StageStep, string>>;
};

/** The stage of a sample on its way from the center to storage. */
export function StageTrack({ patient, today, audience, notes = {} }: TrackProps) {
  const { stage, failed } = stageOf(patient, today);
  const recorded = stageSteps(patient, today);
  const steps = audience === 'patient' ? stepsForPatient(recorded) : recorded;
  return (
    <div className={classes.frame}>
      <ol className={classes.track} aria-label={stageTexts.track[audience]}>
        {steps.map((step) => (
          <li
            key={step.step}
            className={classes.step}
            data-state={step.state}
            aria-current={step.step === stage ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              <Picture state={step.state} />
            </span>
            <div className={classes.words}>
              <span className={classes.name}>
                {stageWords[audience][step.step]}
                {step.state === 'done' && <span className="visually-hidden">, {stageTexts.done}</span>}
              </span>
              <span className={classes.when}>{stepWhen(step, audience)}</span>
              <Remark step={step} />
              {notes[step.step] && <span className={classes.when}>{notes[step.step]}</span>}
            </div>
          </li>
        ))}
      </ol>
      {audience === 'patient' && failed && <p className={classes.contact}>{stageTexts.centerWillContact}</p>}
    </div>
  );
}

/** The stage in a table row, for staff: five dots, the stage's name, and a problem in words. */
export function StageMark({ patient, today }: { patient: ProcessFields; today: string }) {
  const { stage, late, failed } = stageOf(patient, today);
  const steps = stageSteps(patient, today);
  return (
    <span className={classes.miniature}>
      <span className={classes.dots} aria-hidden>
        {steps.map(({ step, state }) => (
          <span key={step} className={classes.dot} data-state={state} />
        ))}
      </span>
      <span>{stageInShort(stage, steps)}</span>
      {failed && (
        <span className={classes.wrong} data-tone="failed">
          <IconX size={13} stroke={2.2} aria-hidden />
          {stageTexts.failed}
        </span>
      )}
      {late > 0 && (
        <span className={classes.wrong} data-tone="late">
          <IconAlertTriangle size={13} stroke={2} aria-hidden />
          {stageTexts.shortLate(late)}
        </span>
      )}
    </span>
  );
}

/** The stage in a compact row: an icon for a problem, then truncated text. */
export function StageLine({ patient, today }: { patient: ProcessFields; today: string }) {
  const { late, failed } = stageOf(patient, today);
  return (
    <span className={classes.line} data-tone={failed ? 'failed' : late > 0 ? 'late' : undefined}>
      {failed && <IconX size={13} stroke={2.2} aria-hidden />}
      {!failed && late > 0 && <IconAlertTriangle size={13} stroke={2} aria-hidden />}
      <span>{stageInLine(patient, today)}</span>
    </span>
  );
}

/** 'Plating · late by 3 d' */
export function stageInLine(patient: ProcessFields, today: string): string {
  const { stage, late, failed } = stageOf(patient, today);
  const remark = failed ? stageTexts.failed : late > 0 ? stageTexts.shortLate(late) : '';
  return [stageInShort(stage, stageSteps(patient, today)), remark].filter((text) => text !== '').join(' · ');
}

function Picture({ state }: { state: StepState }) {
  if (state === 'done') return <IconCheck size={14} stroke={2.4} />;
  if (state === 'failed') return <IconX size={14} stroke={2.4} />;
  return state === 'current' ? <span className={classes.half} /> : null;
}

function Remark({ step }: { step: StageProgress }) {
  const remark = stepRemark(step);
  if (remark === '') return null;
  const tone = step.note?.kind === 'late' ? 'late' : step.note?.kind === 'failed' ? 'failed' : undefined;
  return (
    <span className={tone ? classes.wrong : classes.when} data-tone={tone}>
      {tone === 'late' && <IconAlertTriangle size={13} stroke={2} aria-hidden />}
      {tone === 'failed' && <IconX size={13} stroke={2.2} aria-hidden />}
      {remark}
    </span>
  );
}
