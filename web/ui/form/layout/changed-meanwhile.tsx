import { useEffect, useRef } from 'react';
import classes from './changed-meanwhile.module.css';

export type ChangedField = { label: string; from: string; to: string };

const texts = {
  title: 'Changed meanwhile by somebody else',
  hint: 'What you typed is kept. Look at it once more and save again.',
  nothingShown: 'Nothing that this form shows was changed.',
  empty: 'empty',
};

/** What another user saved while the form was open: field, old and new value. */
export function ChangedMeanwhile({ changes }: { changes: readonly ChangedField[] }) {
  const box = useRef<HTMLDivElement>(null);
  // The box is above the visible part of the form, so it receives the focus.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={texts.title} className={classes.changes}>
      <p className={classes.title}>{texts.title}</p>
      <ul>
        {changes.length === 0 && <li>{texts.nothingShown}</li>}
        {changes.map(({ label, from, to }) => (
          <li key={label}>
            {label}: <s>{from || texts.empty}</s> → <strong>{to || texts.empty}</strong>
          </li>
        ))}
      </ul>
      <p>{texts.hint}</p>
    </div>
  );
}
