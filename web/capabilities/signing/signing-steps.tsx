import type { SigningState } from '../../components/signing/signing-flow.ts';
import classes from './guest.module.css';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.guest;

/** The current step of three: read, sign, done. */
export function SigningSteps({ step }: { step: SigningState['step'] }) {
  const at = step === 'done' ? 2 : step === 'finishing' ? 1 : 0;
  return (
    <ol className={classes.steps} aria-label={texts.stepsLabel}>
      {texts.steps.map((name, index) => (
        <li key={name} data-reached={index <= at || undefined} aria-current={index === at ? 'step' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  );
}
