import { TextInput } from '@mantine/core';
import { MAX_SCANNED_CHARACTERS } from '@vialkeep/contract/scanned-text.ts';
import { type SubmitEvent, useId, useState } from 'react';
import classes from './bench.module.css';
import { benchTexts } from './bench.texts.ts';
import { BenchButton } from './bench-button.tsx';

/** A field for every code that cannot be scanned. What the text means is left to the server. */
export function TypeCode({ onCode, busy = false }: { onCode: (text: string) => void; busy?: boolean }) {
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const problemId = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form around this one must not be sent by a code.
    event.stopPropagation();
    const code = text.trim();
    setIsMissing(code === '');
    if (code === '' || busy) return;
    setText('');
    onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.typed}>
      <div className={classes.field}>
        <TextInput
          label={benchTexts.typeLabel}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIsMissing(false);
          }}
          maxLength={MAX_SCANNED_CHARACTERS}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          error={isMissing}
          aria-describedby={isMissing ? problemId : undefined}
        />
        {isMissing && (
          <p id={problemId} role="alert" className={classes.problem}>
            {benchTexts.typeMissing}
          </p>
        )}
      </div>
      <BenchButton type="submit" busy={busy}>
        {benchTexts.typeButton}
      </BenchButton>
    </form>
  );
}
