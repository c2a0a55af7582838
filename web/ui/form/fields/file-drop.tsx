import { FileButton, Input } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../../actions/button.tsx';
import { formTexts } from '../form.texts.ts';
import { useDrop } from '../state/use-drop.ts';
import classes from './file-field.module.css';

type Props = {
  label: string;
  help: ReactNode;
  choose: string;
  /** The `accept` attribute of the file chooser. */
  accept: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
};

/** Takes several files at once, dropped or chosen with the button. The caller uploads them. */
export function FileDrop({ label, help, choose, accept, disabled = false, onFiles }: Props) {
  const drop = useDrop((files) => {
    if (!disabled) onFiles(files);
  });
  const id = useId();
  const forget = useRef<() => void>(null);
  const take = (files: File[]) => {
    // Otherwise the same file could not be chosen again.
    forget.current?.();
    onFiles(files);
  };
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" description={help}>
      <div className={classes.area} data-over={drop.isOver || undefined} {...drop.handlers}>
        <div className={classes.buttons}>
          <FileButton multiple accept={accept} disabled={disabled} resetRef={forget} onChange={take}>
            {(button) => (
              <Button
                icon={<IconUpload size={16} stroke={1.6} aria-hidden />}
                disabled={disabled}
                describedBy={`${id}-description`}
                onClick={button.onClick}
              >
                {choose}
              </Button>
            )}
          </FileButton>
          <span className={classes.hint}>{formTexts.orDropThem}</span>
        </div>
      </div>
    </Input.Wrapper>
  );
}
