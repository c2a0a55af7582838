import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { customColumn, statusColumn, textColumn } from '../../../ui/layout/columns.tsx';
import classes from '../commissions.module.css';
import { formatDays, planState, siteName } from './plan-labels.ts';
import { plansTexts as texts } from './plans.texts.ts';
import { RuleSentences } from './rule-sentences.tsx';

const RULES_IN_A_ROW = 5;
const fixed = { sort: false } as const;

export const planColumns = [
  customColumn<CommissionPlan>(
    texts.name,
    (plan) => (
      <span className={classes.two}>
        <span>{plan.name}</span>
        <span className={classes.second}>{siteName(plan)}</span>
        {plan.backlog && <span className={classes.second}>{texts.backlog(formatCount(plan.backlog.handled))}</span>}
      </span>
    ),
    { ...fixed, value: ({ name }) => name, width: '24%' },
  ),
  statusColumn<CommissionPlan>(texts.state, planState, fixed),
  textColumn<CommissionPlan>(texts.days, formatDays, fixed),
  customColumn<CommissionPlan>(texts.rules, ({ rules }) => <RuleSentences rules={rules} most={RULES_IN_A_ROW} />, {
    ...fixed,
    value: ({ rules }) => rules.map(({ words }) => words).join('; '),
    width: '36%',
  }),
  textColumn<CommissionPlan>(texts.hold, ({ hold_days }) => texts.holdDays(hold_days), { ...fixed, priority: 3 }),
];
