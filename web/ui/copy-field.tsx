import { TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { COPIED_MS } from '../kernel/timings.ts';
import { Button } from './button.tsx';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  value: string;
  /** one link of the specification is disabled, another only read-only. */
  disabled?: boolean;
};

/** A value to be taken along in one press. */
export function CopyField({ label, value, disabled }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <div className={classes.field}>
      <TextInput
        id={id}
        ref={input}
        label={label}
        value={value}
        readOnly
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        className={classes.input}
      />
      <Button
        icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        describedBy={id}
        onClick={() => void copy(value, input.current).then(setCopied)}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </div>
  );
}

async function copy(value: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Without a secure connection there is no clipboard to write to; the text is at least selected for Ctrl+C.
    input?.select();
    return false;
  }
}
