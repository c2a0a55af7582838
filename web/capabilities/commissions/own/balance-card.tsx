import type { listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { formatDollars } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../commissions.module.css';
import { myCommissionsTexts as texts } from './my-commissions.texts.ts';

type Totals = Answer<typeof listOwnCommissions>['totals'];

/** What is owed in all, and its parts. */
export function BalanceCard({ totals }: { totals: Totals }) {
  const figures = [
    [texts.balance, totals.balance],
    [texts.payable, totals.payable],
    [texts.held, totals.held],
    [texts.inRun, totals.in_run],
    [texts.paid, totals.paid],
  ] as const;
  return (
    <Card>
      <dl className={classes.figures}>
        {figures.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
      </dl>
      {totals.balance < 0 && <p className={classes.lead}>{texts.belowZero}</p>}
    </Card>
  );
}
