import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormContext } from '../state/form-context.ts';
import classes from './form-section.module.css';

type Props = {
  title: string;
  /** The one-line summary of a closed section. */
  summary: ReactNode;
  /** The fields inside: an error in one of them opens the section, so that the user can correct it. */
  names: readonly string[];
  /** The initial state; on a phone a filled section may start closed. */
  starts?: 'open' | 'closed' | 'closed-on-phones';
  children: ReactNode;
};

/** The numbered sections of a long form on one page. */
export function FormSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

/** One section; closed, it shows its summary. */
export function FormSection({ title, summary, names, starts = 'open', children }: Props) {
  const onPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(starts === 'open' || (starts === 'closed-on-phones' && !onPhone));
  const { errors } = useFormContext().form;
  const isWrong = names.some((name) => errors[name] !== undefined);
  const [wasWrong, setWasWrong] = useState(isWrong);
  const wasOpened = useRef(opened);
  const inside = useRef<HTMLDivElement>(null);
  const id = useId();
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setOpened(true);
  }

  // The form could not focus a field that was hidden.
  useEffect(() => {
    const hasJustOpened = opened && !wasOpened.current;
    wasOpened.current = opened;
    if (!hasJustOpened || !isWrong || document.activeElement?.matches('[aria-invalid="true"]')) return;
    inside.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [opened, isWrong]);

  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.number} aria-hidden />
          <span id={`${id}-title`} className={classes.title}>
            {title}
          </span>
          {!opened && <span className={classes.summary}>{summary}</span>}
          <IconChevronDown size={18} stroke={1.8} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </h2>
      <div id={id} ref={inside} hidden={!opened} className={classes.inside}>
        {children}
      </div>
    </section>
  );
}
