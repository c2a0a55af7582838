import { TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { COPIED_MS } from '../../kernel/timings.ts';
import { QrCode } from '../display/qr-code.tsx';
import { MessageModal } from '../overlays/message-modal.tsx';
import { Button } from './button.tsx';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  value: string;
  /** The specification disables one link and makes another read-only. */
  disabled?: boolean;
  help?: ReactNode;
  /** Also offers the value as a QR code, for phone users. */
  qr?: boolean;
};

/** A value with a copy button. */
export function CopyField({ label, value, disabled, help, qr }: Props) {
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
        description={help}
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
      {qr && <QrButton label={label} value={value} describedBy={id} />}
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </div>
  );
}

function QrButton({ label, value, describedBy }: { label: string; value: string; describedBy: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        icon={<IconQrcode size={16} aria-hidden />}
        describedBy={describedBy}
        disabled={value === ''}
        onClick={() => setOpened(true)}
      >
        Show QR code
      </Button>
      <MessageModal opened={opened} title={label} onClose={() => setOpened(false)}>
        <QrCode value={value} title={`QR code of ${label}: ${value}`} />
        <p className={classes.address}>{value}</p>
      </MessageModal>
    </>
  );
}

async function copy(value: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Without a secure context there is no clipboard; the text is selected for Ctrl+C.
    input?.select();
    return false;
  }
}
