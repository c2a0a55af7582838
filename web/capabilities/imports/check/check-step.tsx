import { checkImport, type Import, listImportProblems, readImport } from '@vialkeep/contract/imports.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ProgressLine } from '../../../ui/display/progress-line.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { StepCard, type StepState } from '../../../ui/layout/step-card.tsx';
import { percentOf } from '../import-labels.ts';
import classes from '../imports.module.css';
import { importsTexts } from '../imports.texts.ts';
import { FileResults } from './file-results.tsx';
import { ProblemsTable } from './problems-table.tsx';
import { UnnamedPdfs } from './unnamed-pdfs.tsx';

const texts = importsTexts.check;

/** The dry run: what would be created, what is here already, and every problem. */
export function CheckStep({ of, state }: { of: Import; state: StepState }) {
  const command = useCommand(checkImport, { refreshes: [readImport, listImportProblems] });
  const isChecked = of.check_no > 0 && of.state !== 'draft' && of.state !== 'checking';
  return (
    <StepCard number={3} title={texts.title} state={state} summary={checkSummary(of, state, isChecked)}>
      {of.state === 'draft' && of.failure !== null && (
        <FailureNote>
          {texts.failed} {of.failure}
        </FailureNote>
      )}
      {of.state === 'checking' && (
        <ProgressLine
          label={texts.running}
          percent={percentOf(of.progress)}
          text={of.progress ? texts.progress(of.progress.done, of.progress.total) : texts.running}
        />
      )}
      {of.may.includes('check') && (
        <div className={classes.act}>
          <span className={classes.note}>{texts.note}</span>
          <Button
            kind={isChecked ? 'secondary' : 'primary'}
            busy={command.busy}
            onClick={() => void command.run({ params: { id: of.id } })}
          >
            {isChecked ? texts.again : texts.button}
          </Button>
        </div>
      )}
      {command.refusal && <FailureNote>{command.refusal.message}</FailureNote>}
      {isChecked && (
        <>
          <p className={classes.counts}>{texts.counts(of.counts)}</p>
          <FileResults of={of} />
          <UnnamedPdfs of={of} />
          {of.counts.problems > 0 ? (
            <>
              {of.may.includes('edit') && <p className={classes.note}>{texts.correct}</p>}
              <ProblemsTable of={of} />
            </>
          ) : (
            <p className={classes.note}>{texts.noProblems}</p>
          )}
        </>
      )}
    </StepCard>
  );
}

function checkSummary({ counts }: Import, state: StepState, isChecked: boolean): string | null {
  if (state === 'ahead') return texts.ahead;
  return isChecked && state === 'done' ? texts.counts(counts) : null;
}
