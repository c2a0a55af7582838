import { FileButton, Input } from '@mantine/core';
import { IconCircleCheck, IconUpload } from '@tabler/icons-react';
import type { Upload } from '@vialkeep/contract/kernel/route.ts';
import { useId, useState } from 'react';
import { Button } from '../../actions/button.tsx';
import { formatFileSize } from '../../display/formats.ts';
import { formTexts } from '../form.texts.ts';
import { acceptOf, fileProblem, HEAD_BYTES, uploadRule } from '../state/file-types.ts';
import { FieldError, type FieldProps, useField } from '../state/use-field.tsx';
import classes from './file-field.module.css';

/** A file that is chosen now and uploaded with the form. The form's value is the file. */
export function PickedFileField({ upload, ...props }: Omit<FieldProps, 'help'> & { help?: string; upload: Upload }) {
  const field = useField<File | null>(props);
  const [problem, setProblem] = useState('');
  const id = useId();
  const rule = uploadRule(upload);

  async function pick(file: File | null) {
    if (!file) return;
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const found = fileProblem(upload, { size: file.size, head });
    setProblem(found ? `${file.name}: ${found}` : '');
    field.set(found ? null : file);
  }

  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      labelElement="div"
      description={props.help ? `${props.help} ${rule}` : rule}
      required={props.required}
      error={problem ? <FieldError>{problem}</FieldError> : field.input.error}
    >
      <div className={classes.area}>
        {field.value && (
          <div className={classes.file}>
            <IconCircleCheck size={16} stroke={1.8} aria-hidden className={classes.done} />
            <span className={classes.name}>{field.value.name}</span>
            <span className={classes.size}>{formatFileSize(field.value.size)}</span>
          </div>
        )}
        <div className={classes.buttons}>
          <FileButton accept={acceptOf(upload)} onChange={(file) => void pick(file)}>
            {(button) => (
              <Button
                size="xs"
                icon={<IconUpload size={14} stroke={1.6} aria-hidden />}
                describedBy={`${id}-description`}
                onClick={button.onClick}
              >
                {field.value ? formTexts.replace : formTexts.chooseFile}
              </Button>
            )}
          </FileButton>
        </div>
      </div>
      <span role="status" className="visually-hidden">
        {problem || (field.value ? formTexts.chosen(field.value.name) : '')}
      </span>
    </Input.Wrapper>
  );
}
