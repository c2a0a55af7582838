import { sendFactorCode } from '@vialkeep/contract/factors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';

const texts = factorsTexts.mail;

/** The emailed code that the first second factor needs. It is sent when the dialog opens, and again by the button. */
export function LetterCode({ autoFocus }: { autoFocus?: boolean }) {
  const [sent, setSent] = useState<string | null>(null);
  const sending = useCommand(sendFactorCode, { onDone: ({ message }) => setSent(message) });
  const send = useEffectEvent(() => void sending.run({}));
  useEffect(() => send(), []);
  return (
    <>
      <TextField
        name="mail_code"
        label={texts.field}
        help={texts.help}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        autoFocus={autoFocus}
        secret
        required
      />
      <div className={classes.sending}>
        <Button size="xs" busy={sending.busy} onClick={() => void sending.run({})}>
          {sent === null ? texts.send : texts.again}
        </Button>
        <p role="status">{sent}</p>
      </div>
      {sending.refusal && <FailureNote>{sending.refusal.message}</FailureNote>}
    </>
  );
}
