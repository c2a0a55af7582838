import { FileButton, Input, Progress } from '@mantine/core';
import { IconCircleCheck, IconUpload } from '@tabler/icons-react';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { type ReactNode, useContext, useEffect, useId } from 'react';
import type { Sent } from '../../../kernel/api/api.ts';
import { Button } from '../../actions/button.tsx';
import { formatFileSize } from '../../display/formats.ts';
import { formTexts } from '../form.texts.ts';
import { acceptOf, uploadRule } from '../state/file-types.ts';
import { FormContext } from '../state/form-context.ts';
import { useDrop } from '../state/use-drop.ts';
import { FieldError } from '../state/use-field.tsx';
import { type UploadState, useUpload } from '../state/use-upload.ts';
import classes from './file-field.module.css';

type Props<R extends Route> = {
  /** The upload route; its `upload` defines the accepted files. */
  route: R;
  /** The input that accompanies the file. */
  input: Sent<R>;
  label: string;
  help?: string;
  /** 'Choose File', or the text of the specification. */
  choose?: string;
  required?: boolean;
  disabled?: boolean;
  /** The form's error about the file, such as a missing one. */
  error?: ReactNode;
  onUploaded: (answer: Answer<R>, file: File) => void;
};

/** Uploads a file when it is chosen or dropped; the surrounding form waits for the upload. */
export function FileField<R extends Route>({ choose = formTexts.chooseFile, ...props }: Props<R>) {
  const { route, input, label, help, required, disabled, error, onUploaded } = props;
  const { state, send, cancel } = useUpload(route, input, onUploaded);
  const drop = useDrop(([file]) => {
    if (file) void send(file);
  });
  const rule = route.upload ? uploadRule(route.upload) : '';
  const id = useId();
  useFormWaits(state.step === 'sending');

  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={help ? `${help} ${rule}` : rule}
      required={required}
      error={state.step === 'refused' ? <FieldError>{`${state.name}: ${state.problem}`}</FieldError> : error}
    >
      <div className={classes.area} data-over={drop.isOver || undefined} {...drop.handlers}>
        <Chosen state={state} />
        <div className={classes.buttons}>
          {state.step === 'sending' && (
            <Button size="xs" onClick={cancel}>
              {formTexts.cancel}
            </Button>
          )}
          <FileButton
            accept={route.upload ? acceptOf(route.upload) : undefined}
            disabled={disabled}
            onChange={(file) => file && void send(file)}
          >
            {(button) => (
              <Button
                size="xs"
                icon={<IconUpload size={14} stroke={1.6} aria-hidden />}
                disabled={disabled || state.step === 'sending'}
                describedBy={`${id}-description`}
                onClick={button.onClick}
              >
                {state.step === 'done' ? formTexts.replace : choose}
              </Button>
            )}
          </FileButton>
          <span className={classes.hint}>{formTexts.orDrop}</span>
        </div>
      </div>
      <span role="status" className="visually-hidden">
        {announcementOf(state)}
      </span>
    </Input.Wrapper>
  );
}

function Chosen({ state }: { state: UploadState }) {
  if (state.step === 'sending') {
    return (
      <div className={classes.file}>
        <span className={classes.name}>{state.name}</span>
        <span className={classes.size}>
          {formatFileSize(state.size)} · {state.percent}%
        </span>
        <Progress.Root size={4} className={classes.progress}>
          <Progress.Section value={state.percent} aria-label={formTexts.uploading(state.name)} />
        </Progress.Root>
      </div>
    );
  }
  if (state.step !== 'done') return null;
  return (
    <div className={classes.file}>
      <IconCircleCheck size={16} stroke={1.8} aria-hidden className={classes.done} />
      <span className={classes.name}>{state.name}</span>
      <span className={classes.size}>{formatFileSize(state.size)}</span>
    </div>
  );
}

/** Announces only the start, the half and the end, so that percentages do not flood the screen reader. */
function announcementOf(state: UploadState): string {
  if (state.step === 'done') return formTexts.uploaded(state.name);
  if (state.step === 'refused') return state.problem;
  if (state.step !== 'sending') return '';
  return state.percent < 50 ? formTexts.uploading(state.name) : formTexts.halfUploaded(state.name);
}

function useFormWaits(isSending: boolean) {
  const wait = useContext(FormContext)?.wait;
  const id = useId();
  useEffect(() => {
    wait?.(id, isSending);
    return () => wait?.(id, false);
  }, [wait, id, isSending]);
}
