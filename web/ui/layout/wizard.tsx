import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import classes from './wizard.module.css';

export type WizardStep = {
  /** The short name in the row of steps. */
  name: string;
  /** The step's heading. */
  title: string;
  content: ReactNode;
};

type Props = {
  /** The wizard's purpose: 'Create user'. */
  label: string;
  steps: readonly WizardStep[];
  /** The index of the current step, from 0. */
  at: number;
  onStep: (at: number) => void;
  /** False if the user cannot go back, after a payment or a signature. */
  canGoBack?: boolean;
};

/** Shows steps one after the other. Visited steps stay mounted, so that their input survives going back. */
export function Wizard({ label, steps, at, onStep, canGoBack = true }: Props) {
  const seen = useSeen(at);
  const heading = useFocusOnChange(at);

  return (
    <WizardContext value={{ at, count: steps.length, back: () => onStep(at - 1), canGoBack: canGoBack && at > 0 }}>
      <ol className={classes.steps} aria-label={label}>
        {steps.map((step, index) => (
          <StepName
            key={step.name}
            number={index + 1}
            name={step.name}
            state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
            onClick={canGoBack && index < at ? () => onStep(index) : undefined}
          />
        ))}
      </ol>
      <p className={classes.short}>
        Step {at + 1} of {steps.length}
      </p>
      {steps.map(
        (step, index) =>
          seen.has(index) && (
            <section key={step.name} hidden={index !== at}>
              <h2 className={classes.title} tabIndex={-1} ref={index === at ? heading : undefined}>
                {step.title}
              </h2>
              {step.content}
            </section>
          ),
      )}
    </WizardContext>
  );
}

/** 'Back', placed by the step; renders nothing on the first step. */
export function WizardBack({ children = 'Back' }: { children?: string }) {
  const { back, canGoBack } = useWizard();
  return canGoBack ? <Button onClick={back}>{children}</Button> : null;
}

export function useWizard(): WizardPosition {
  const position = useContext(WizardContext);
  if (!position) throw new Error('A part of a wizard was placed outside one.');
  return position;
}

type WizardPosition = { at: number; count: number; back: () => void; canGoBack: boolean };

const WizardContext = createContext<WizardPosition | null>(null);

type StepNameProps = { number: number; name: string; state: 'done' | 'current' | 'ahead'; onClick?: () => void };

function StepName({ number, name, state, onClick }: StepNameProps) {
  const inside = (
    <>
      <span className={classes.mark} aria-hidden>
        {state === 'done' ? <IconCheck size={14} stroke={2.4} /> : number}
      </span>
      {name}
      {state === 'done' && <span className="visually-hidden">, done</span>}
    </>
  );
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      {onClick ? (
        <UnstyledButton className={classes.name} onClick={onClick}>
          {inside}
        </UnstyledButton>
      ) : (
        <span className={classes.name}>{inside}</span>
      )}
    </li>
  );
}

function useSeen(at: number): ReadonlySet<number> {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([at]));
  if (!seen.has(at)) setSeen(new Set([...seen, at]));
  return seen;
}

/** The heading of a new step receives the focus, so that it is announced; not on arrival. */
function useFocusOnChange(at: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) heading.current?.focus();
    before.current = at;
  }, [at]);
  return heading;
}
