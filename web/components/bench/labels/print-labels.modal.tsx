import { LabelFormat, printLabels } from '@vialkeep/contract/bench.ts';
import { type SubmitEvent, useState } from 'react';
import { fetchFile } from '../../../kernel/api/api.ts';
import { type Failure, failureOf, NetworkFailure } from '../../../kernel/api/failure.ts';
import { download } from '../../../ui/display/csv.ts';
import { ModalFrame } from '../../../ui/overlays/modal-frame.tsx';
import classes from '../bench.module.css';
import { benchTexts } from '../bench.texts.ts';
import { BenchActions, BenchButton } from '../bench-button.tsx';
import { BenchField } from '../bench-field.tsx';
import { useBenchLab } from '../use-bench-lab.ts';
import { labelsTexts as texts } from './labels.texts.ts';

type Props = {
  /** With the letter of their kind; null while the dialog is closed. */
  codes: readonly string[] | null;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Asks for the printer of some labels, and why where they are printed again. The browser saves the file. */
export function PrintLabels({ codes, onDone, onClose }: Props) {
  return (
    <ModalFrame opened={codes !== null} title={texts.title(codes?.length ?? 0)} size="md" onCancel={onClose}>
      {codes && <LabelsForm key={codes.join()} codes={codes} onDone={onDone} onClose={onClose} />}
    </ModalFrame>
  );
}

function LabelsForm({ codes, onDone, onClose }: Props & { codes: readonly string[] }) {
  const lab = useBenchLab();
  const [format, setFormat] = useState<LabelFormat>('sheet');
  const [typed, setTyped] = useState({ startAt: '1', reason: '' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asksReason, setAsksReason] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const startAt = Number(typed.startAt);
  const isStartWrong = format === 'sheet' && !(Number.isInteger(startAt) && startAt >= 1 && startAt <= 85);

  async function getFile() {
    setBusy(true);
    setFailure(null);
    try {
      const body = {
        ...lab.inBody,
        codes: [...codes],
        format,
        ...(format === 'sheet' ? { start_at: startAt } : {}),
        ...(asksReason ? { reason: typed.reason } : {}),
      };
      const { name, content } = await fetchFile(printLabels, { body });
      download(name, content);
      onDone(texts.done(name));
    } catch (thrown) {
      const refused = failureOf(thrown);
      setFailure(refused);
      if (!(refused instanceof NetworkFailure) && refused.reason === 'reprint_reason') setAsksReason(true);
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isStartWrong && !isBusy) void getFile();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.dialog}>
      <fieldset className={classes.choices}>
        <legend>{texts.format}</legend>
        <BenchActions>
          {LabelFormat.options.map((one) => (
            <BenchButton key={one} isPressed={one === format} onClick={() => setFormat(one)}>
              {texts.formats[one]}
            </BenchButton>
          ))}
        </BenchActions>
      </fieldset>
      {format === 'sheet' && (
        <BenchField
          label={texts.startAt}
          kind="number"
          value={typed.startAt}
          onChange={(value) => setTyped({ ...typed, startAt: value })}
          problem={isStartWrong ? texts.startAtProblem : null}
          maxLength={2}
        />
      )}
      {asksReason && (
        <BenchField
          label={texts.reason}
          value={typed.reason}
          onChange={(reason) => setTyped({ ...typed, reason })}
          problem={failure && 'reason' in failure.fields ? failure.fields.reason : null}
          maxLength={500}
        />
      )}
      <div role="alert">
        {failure && !('reason' in failure.fields) && <p className={classes.problem}>{wordsOf(failure)}</p>}
      </div>
      <BenchActions>
        <BenchButton onClick={onClose}>{texts.cancel}</BenchButton>
        <BenchButton kind="primary" type="submit" busy={isBusy}>
          {texts.print}
        </BenchButton>
      </BenchActions>
    </form>
  );
}

function wordsOf(failure: Failure): string {
  return failure instanceof NetworkFailure ? benchTexts.offline : failure.message;
}
