import { type ImportKind, importKinds } from '@vialkeep/contract/import-fields.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ChoiceCell } from '../../../ui/display/choice-cell.tsx';
import { formatFileSize } from '../../../ui/display/formats.ts';
import { ProgressLine } from '../../../ui/display/progress-line.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { importsTexts } from '../imports.texts.ts';
import classes from './files.module.css';
import type { Upload } from './use-uploads.ts';

const texts = importsTexts.files;

const kindOptions = [
  { value: '', label: texts.chooseKind },
  ...importKinds.map((kind) => ({ value: kind, label: importsTexts.kinds[kind] })),
];

type Props = {
  uploads: readonly Upload[];
  /** The user began to upload although a kind is not chosen. */
  isKindMissing: boolean;
  onKind: (key: string, kind: ImportKind | null) => void;
  onStart: () => void;
  onGoOn: (upload: Upload) => void;
  onCancel: (key: string) => void;
};

/** The files that were chosen in this tab, until the server has them. */
export function UploadList({ uploads, isKindMissing, onKind, onStart, onGoOn, onCancel }: Props) {
  const chosen = uploads.filter(({ step }) => step === 'chosen').length;
  const isUnderWay = uploads.some(({ step }) => step !== 'chosen' && step !== 'failed');
  return (
    <>
      {uploads.length > 0 && (
        <ul className={classes.files} aria-label={texts.chosen}>
          {uploads.map((upload) => (
            <li key={upload.key} className={classes.file}>
              <span className={classes.name}>
                {upload.file.name} <span className={classes.size}>{formatFileSize(upload.file.size)}</span>
                {upload.replaces && <span className={classes.size}>{texts.replaces(upload.replaces.name)}</span>}
              </span>
              {upload.step === 'chosen' && (
                <ChoiceCell
                  label={texts.holdsOf(upload.file.name)}
                  value={upload.kind ?? ''}
                  options={kindOptions}
                  error={isKindMissing && upload.kind === null ? texts.kindMissing : undefined}
                  onChoose={(value) => onKind(upload.key, importKinds.find((kind) => kind === value) ?? null)}
                />
              )}
              <span className={classes.buttons}>
                {upload.step === 'failed' && upload.file.size > 0 && (
                  <Button size="xs" onClick={() => onGoOn(upload)}>
                    {texts.goOn}
                    <span className="visually-hidden"> {upload.file.name}</span>
                  </Button>
                )}
                <Button size="xs" onClick={() => onCancel(upload.key)}>
                  {texts.cancel}
                  <span className="visually-hidden"> {upload.file.name}</span>
                </Button>
              </span>
              <State of={upload} />
            </li>
          ))}
        </ul>
      )}
      {chosen > 0 && (
        <div className={classes.start}>
          <Button kind="primary" onClick={onStart}>
            {texts.upload(chosen)}
          </Button>
        </div>
      )}
      {isUnderWay && <p className={classes.note}>{texts.keepOpen}</p>}
      <span role="status" className="visually-hidden">
        {uploads.map(announcementOf).join(' ')}
      </span>
    </>
  );
}

function State({ of: { file, step, percent, isWaiting, problem } }: { of: Upload }) {
  if (step === 'chosen') return null;
  return (
    <div className={classes.state}>
      {step === 'failed' ? (
        <FailureNote>{problem}</FailureNote>
      ) : (
        <ProgressLine label={texts.progressOf(file.name)} percent={percent} text={words(step, percent)} />
      )}
      {isWaiting && <WarningNote>{texts.waiting}</WarningNote>}
    </div>
  );
}

function words(step: Upload['step'], percent: number): string {
  if (step === 'hashing') return texts.hashing(percent);
  if (step === 'sending') return texts.sending(percent);
  return step === 'queued' ? texts.queued : texts.completing;
}

/** Announces only the start, the half and an interruption, so that percentages do not flood the screen reader. */
function announcementOf({ file, step, percent, isWaiting }: Upload): string {
  if (isWaiting) return texts.waiting;
  if (step === 'completing') return `${file.name}: ${texts.completing}`;
  if (step !== 'sending') return '';
  return `${file.name}: ${texts.sending(percent < 50 ? 0 : 50)}`;
}
