import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './step-card.module.css';

export type StepState = 'done' | 'current' | 'ahead';

type Props = {
  number: number;
  title: string;
  state: StepState;
  /** One line beside the title: what the step led to, or what it waits for. */
  summary?: ReactNode;
  children: ReactNode;
};

/**
 * One of several steps in a column. The current step is open and a finished one folded, until the user chooses
 * otherwise; a step ahead cannot be opened.
 */
export function StepCard({ number, title, state, summary, children }: Props) {
  const [chosen, setChosen] = useState<{ in: StepState; opened: boolean } | null>(null);
  const id = useId();
  // A choice holds until the step is finished or begins again.
  const isOpen = state !== 'ahead' && (chosen?.in === state ? chosen.opened : state === 'current');
  const name = (
    <>
      <span className={classes.mark} aria-hidden>
        {state === 'done' ? <IconCheck size={14} stroke={2.4} /> : number}
      </span>
      <span>
        <span className="visually-hidden">Step {number}: </span>
        {title}
      </span>
      {state === 'done' && <span className="visually-hidden">, done</span>}
    </>
  );
  return (
    <section className={classes.card} data-state={state} aria-labelledby={`${id}-title`}>
      <header className={classes.head}>
        <h2 className={classes.title} id={`${id}-title`}>
          {state === 'ahead' ? (
            <span className={classes.name}>{name}</span>
          ) : (
            <button
              type="button"
              className={classes.name}
              aria-expanded={isOpen}
              aria-controls={`${id}-inside`}
              onClick={() => setChosen({ in: state, opened: !isOpen })}
            >
              {name}
              <IconChevronRight size={16} stroke={1.8} aria-hidden className={classes.chevron} />
            </button>
          )}
        </h2>
        {summary && <p className={classes.summary}>{summary}</p>}
      </header>
      <div id={`${id}-inside`} className={classes.inside} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
