import { applyImport, type Import, listImportProblems, readImport, stopImport } from '@vialkeep/contract/imports.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { ProgressLine } from '../../ui/display/progress-line.tsx';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { Tick } from '../../ui/form/fields/tick.tsx';
import { StepCard, type StepState } from '../../ui/layout/step-card.tsx';
import { percentOf } from './import-labels.ts';
import classes from './imports.module.css';
import { importsTexts } from './imports.texts.ts';

const texts = importsTexts.apply;
const refreshes = [readImport, listImportProblems];

/** Writes the rows that were checked, in the background. The call names the check that the administrator has seen. */
export function ApplyStep({ of, state }: { of: Import; state: StepState }) {
  // A refusal may mean that the import has changed since it was read.
  const onRefused = () => void refresh(refreshes);
  const applying = useCommand(applyImport, { refreshes, onRefused });
  const stopping = useCommand(stopImport, { refreshes, onRefused });
  const begin = (onlyValid: boolean) =>
    void applying.run({ params: { id: of.id }, body: { check_no: of.check_no, only_valid: onlyValid } });
  const { counts, progress } = of;
  const refusal = applying.refusal ?? stopping.refusal;
  return (
    <StepCard number={4} title={texts.title} state={state} summary={applySummary(of, state)}>
      {refusal && <FailureNote>{refusal.message}</FailureNote>}
      {of.state === 'checked' && <Begin of={of} busy={applying.busy} onBegin={begin} />}
      {of.state === 'applying' && (
        <>
          <ProgressLine
            label={texts.running}
            percent={percentOf(progress)}
            text={progress ? texts.progress(progress.done, progress.total) : texts.running}
          />
          <div className={classes.act}>
            <span className={classes.note}>{texts.goesOn}</span>
            {of.may.includes('stop') && (
              <Button busy={stopping.busy} onClick={() => void stopping.run({ params: { id: of.id } })}>
                {texts.stop}
              </Button>
            )}
          </div>
        </>
      )}
      {of.state === 'stopped' && (
        <div className={classes.act}>
          <span>{texts.stopped(counts.applied, counts.create)}</span>
          {of.may.includes('apply') && (
            <Button kind="primary" busy={applying.busy} onClick={() => begin(counts.problems > 0)}>
              {texts.goOn}
            </Button>
          )}
        </div>
      )}
      {state === 'done' && (
        <>
          {of.applied_at && <p className={classes.note}>{texts.on(formatDateTime(of.applied_at))}</p>}
          {counts.problems > 0 && <p className={classes.note}>{texts.leftOut(counts.problems)}</p>}
        </>
      )}
    </StepCard>
  );
}

function applySummary({ counts, applied_at, undone_at, state: now }: Import, state: StepState): string | null {
  if (state !== 'done') return state === 'ahead' ? texts.ahead : null;
  // An undo lowers the number of rows that stand.
  const isTakenBack = now === 'undoing' || undone_at !== null;
  return isTakenBack && applied_at !== null ? texts.on(formatDateTime(applied_at)) : texts.done(counts.applied);
}

type BeginProps = { of: Import; busy: boolean; onBegin: (onlyValid: boolean) => void };

function Begin({ of: { counts, check_no, may }, busy, onBegin }: BeginProps) {
  // What was agreed to for one check does not hold for the next.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const hasProblems = counts.problems > 0;
  const leavesOut = agreedTo === check_no;
  if (counts.create === 0) return <p className={classes.note}>{texts.nothing}</p>;
  return (
    <>
      {hasProblems && (
        <Tick
          label={texts.onlyValid(counts.problems)}
          checked={leavesOut}
          onChange={(isTicked) => setAgreedTo(isTicked ? check_no : null)}
        />
      )}
      <div className={classes.act}>
        <span className={classes.note}>{texts.note}</span>
        <Button
          kind="primary"
          busy={busy}
          disabled={!may.includes('apply') || (hasProblems && !leavesOut)}
          onClick={() => onBegin(hasProblems)}
        >
          {texts.button(counts.create)}
        </Button>
      </div>
    </>
  );
}
