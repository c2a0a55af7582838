import type { NextStep, ScannedThing } from '@vialkeep/contract/bench.ts';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './bench.module.css';
import { benchHomeTexts as texts } from './bench.texts.ts';

export type StepHandlers = Partial<Record<NextStep, (thing: ScannedThing) => void>>;

/** What was scanned, with the legal next steps whose page exists. */
export function ThingCard({ thing, handlers }: { thing: ScannedThing; handlers: StepHandlers }) {
  const steps = thing.next.filter((step) => handlers[step] !== undefined);
  return (
    <Card title={thing.title}>
      {thing.lines.length > 0 && (
        <ul className={classes.lines}>
          {thing.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {steps.length > 0 && (
        <div role="group" aria-label={texts.next}>
          <BenchActions>
            {steps.map((step, index) => (
              <BenchButton
                key={step}
                kind={index === 0 ? 'primary' : 'secondary'}
                onClick={() => handlers[step]?.(thing)}
              >
                {texts.steps[step]}
              </BenchButton>
            ))}
          </BenchActions>
        </div>
      )}
    </Card>
  );
}
