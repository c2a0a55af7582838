import type { UserDetails } from '@vialkeep/contract/users.ts';
import { useEffect, useRef } from 'react';
import { changedFields } from './changed-fields.ts';
import classes from './users.module.css';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.details;

type Props = { before: UserDetails; after: UserDetails; tags: readonly { id: number; name: string }[] };

/** What somebody else saved while this form was open: field, old and new. */
export function UserChanges({ before, after, tags }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // It stands above the part of the form one is looking at.
  useEffect(() => box.current?.focus(), []);
  const changes = changedFields(before, after, tags);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={texts.changedTitle} className={classes.changes}>
      <p className={classes.changesTitle}>{texts.changedTitle}</p>
      <ul>
        {changes.length === 0 && <li>{texts.changedElsewhere}</li>}
        {changes.map(({ label, from, to }) => (
          <li key={label}>
            {label}: <s>{from || texts.empty}</s> → <strong>{to || texts.empty}</strong>
          </li>
        ))}
      </ul>
      <p>{texts.changedHint}</p>
    </div>
  );
}
