import { readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { formatCount, formatDollars } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { linkToOwed } from './journal-link.ts';
import { MoneyFigures } from './money-figures.tsx';
import classes from './money-overview.module.css';
import { overviewTexts } from './money-overview.texts.ts';

const texts = overviewTexts.card;

/** The money of the administrator's sites on the dashboard. */
export function MoneyCard() {
  const overview = useApi(readMoneyOverview, { query: {} });
  return (
    <Card title={texts.title} actions={<LinkButton to={linkTo(addresses.moneyOverview)}>{texts.open}</LinkButton>}>
      <Loaded
        query={overview}
        loading={overviewTexts.loading}
        failed={overviewTexts.failed}
        skeleton={<div className={classes.cardRoom} />}
      >
        {({ owed, refunds_waiting, differences }) => (
          <MoneyFigures
            figures={[
              { name: texts.owed, value: formatDollars(owed.payable), to: linkToOwed('payable', '') },
              { name: texts.held, value: formatDollars(owed.held), to: linkToOwed('held', '') },
              { name: texts.refunds, value: formatCount(refunds_waiting), to: linkTo(addresses.refunds) },
              {
                name: texts.differences,
                value: formatCount(differences),
                to: linkTo(addresses.reconciliation, {}, { 'f.state': 'open' }),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
