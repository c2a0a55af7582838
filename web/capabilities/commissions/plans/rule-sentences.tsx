import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import classes from '../commissions.module.css';
import { plansTexts as texts } from './plans.texts.ts';

type Props = {
  rules: CommissionPlan['rules'];
  /** With more rules only the first of them are shown, and the number of the others. */
  most?: number;
};

/** The rules of a plan as sentences. */
export function RuleSentences({ rules, most = rules.length }: Props) {
  if (rules.length === 0) return texts.noRules;
  return (
    <ul className={classes.rules}>
      {rules.slice(0, most).map(({ id, words }) => (
        <li key={id}>{words}</li>
      ))}
      {rules.length > most && <li className={classes.second}>{texts.moreRules(formatCount(rules.length - most))}</li>}
    </ul>
  );
}
