import { doneSteps, labelSteps } from './label-steps.ts';
import classes from './labels.module.css';
import { labelsTexts as texts } from './labels.texts.ts';

/** The steps of a row as four dots, documents → request → label → sent, with the name of the next step. */
export function StepMark({ row }: { row: Parameters<typeof doneSteps>[0] }) {
  const done = doneSteps(row);
  const next = labelSteps.find((step) => !done[step]);
  const count = labelSteps.filter((step) => done[step]).length;
  return (
    <span className={classes.steps}>
      <span className={classes.dots} aria-hidden>
        {labelSteps.map((step) => (
          <span
            key={step}
            className={classes.dot}
            title={texts.steps[step]}
            data-state={done[step] ? 'done' : step === next ? 'next' : 'ahead'}
          />
        ))}
      </span>
      <span className={classes.next}>{next ? texts.next(texts.steps[next]) : texts.steps.sent}</span>
      <span className="visually-hidden">{texts.stepsDone(count)}</span>
    </span>
  );
}
