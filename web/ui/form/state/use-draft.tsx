import { UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../../kernel/session/session.ts';
import classes from '../form.module.css';
import { formTexts } from '../form.texts.ts';
import { draftKey, keepable, readDraft, restorable, writeDraft } from './drafts.ts';
import type { AnyForm } from './form-context.ts';

const WRITE_AFTER_MS = 400;

/** Stores a draft under the form's name and restores it once, when the form opens again. */
export function useDraft(form: AnyForm, name: string | undefined, secrets: ReadonlySet<string>) {
  const userId = useSession()?.user.id ?? null;
  const key = name === undefined ? null : draftKey(userId, name);
  const [restored, setRestored] = useState(false);
  const values = form.values;
  const dirty = form.isDirty();

  // Only on opening: later drafts come from this form.
  const restore = useEffectEvent((from: string) => {
    const draft = readDraft(sessionStorage, from, Date.now());
    if (!draft) return;
    form.setValues(restorable(draft, form.getValues()));
    setRestored(true);
  });
  useEffect(() => {
    if (key) restore(key);
  }, [key]);

  useEffect(() => {
    if (!key || !dirty) return;
    const timer = setTimeout(
      () => writeDraft(sessionStorage, key, keepable(values, secrets), Date.now()),
      WRITE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [key, dirty, values, secrets]);

  function forget() {
    if (key) sessionStorage.removeItem(key);
    setRestored(false);
  }

  return {
    restored,
    forget,
    discard: () => {
      forget();
      form.reset();
    },
  };
}

export function DraftLine({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className={classes.draft}>
      {formTexts.restored}{' '}
      <UnstyledButton className={classes.discard} onClick={onDiscard}>
        {formTexts.discard}
      </UnstyledButton>
    </p>
  );
}
