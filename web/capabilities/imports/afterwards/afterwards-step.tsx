import type { Import } from '@vialkeep/contract/imports.ts';
import { formatDateTime } from '../../../ui/display/formats.ts';
import { ProgressLine } from '../../../ui/display/progress-line.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { StepCard, type StepState } from '../../../ui/layout/step-card.tsx';
import { percentOf } from '../import-labels.ts';
import classes from '../imports.module.css';
import { importsTexts } from '../imports.texts.ts';
import { UndoPart } from './undo-part.tsx';
import { UndoneInPart } from './undone-in-part.tsx';
import { WavesPart } from './waves-part.tsx';

const texts = importsTexts.afterwards;

/** Inviting the imported people, and taking the import back. */
export function AfterwardsStep({ of, state }: { of: Import; state: StepState }) {
  const { progress, may } = of;
  return (
    <StepCard number={5} title={texts.title} state={state} summary={afterwardsSummary(of, state)}>
      {of.state === 'undoing' && (
        <ProgressLine
          label={texts.undoing}
          percent={percentOf(progress)}
          text={progress ? texts.progress(progress.done, progress.total) : texts.undoing}
        />
      )}
      {of.state !== 'draft' && of.failure !== null && <FailureNote>{of.failure}</FailureNote>}
      {of.state === 'undone' && <p className={classes.note}>{texts.isUndone}</p>}
      {of.state === 'undone_in_part' && <UndoneInPart of={of} />}
      {of.undo_reason !== '' && (
        <p className={classes.note}>
          {texts.reason}: {of.undo_reason}
        </p>
      )}
      {may.includes('invite') && <WavesPart of={of} />}
      {of.state !== 'undone' && of.state !== 'undoing' && <UndoPart of={of} />}
    </StepCard>
  );
}

function afterwardsSummary({ undone_at }: Import, state: StepState): string | null {
  if (state === 'ahead') return texts.ahead;
  return undone_at === null ? null : texts.undone(formatDateTime(undone_at));
}
