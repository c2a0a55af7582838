import { type MoneyFigure, type MoneyOverview, readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useState } from 'react';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { formatDollars } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ChoiceInput } from '../../ui/form/fields/choice-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { linkToJournal, linkToOwed, linkToRevenue } from './journal-link.ts';
import { MoneyFigures } from './money-figures.tsx';
import classes from './money-overview.module.css';
import { overviewTexts as texts } from './money-overview.texts.ts';
import { DeferredPlot, OwedPlot, RevenuePlot } from './money-plots.tsx';
import { RevenueTable } from './revenue-table.tsx';

/** What is owed, recognised and deferred, on all sites of the administrator or on one. */
export function MoneyOverviewScreen() {
  const [domain, setDomain] = useState('');
  const overview = useApi(readMoneyOverview, { query: domain ? { domain_id: domain } : {} }, { keepPrevious: true });
  return (
    <MoneyPage at="overview" status={texts.lead} actions={<SiteChoice domain={domain} onChoose={setDomain} />}>
      <Loaded
        query={overview}
        loading={texts.loading}
        failed={texts.failed}
        skeleton={<div className={classes.room} />}
      >
        {(money) => <Overview money={money} domain={domain} />}
      </Loaded>
    </MoneyPage>
  );
}

function SiteChoice({ domain, onChoose }: { domain: string; onChoose: (domain: string) => void }) {
  const sites = useApi(listDomains, {});
  const options = (sites.data ?? []).map(({ value, label }) => ({ value: String(value), label }));
  if (options.length < 2) return null;
  const all = { value: '', label: texts.allSites };
  return <ChoiceInput label={texts.site} value={domain} options={[all, ...options]} onChoose={onChoose} />;
}

type Props = { money: MoneyOverview; domain: string };

function Overview({ money, domain }: Props) {
  return (
    <>
      <Card title={texts.now}>
        <MoneyFigures figures={figuresOf(money, domain)} />
      </Card>
      <div className={classes.plots}>
        <OwedPlot owed={money.owed} domain={domain} />
        <DeferredPlot deferred={money.deferred} domain={domain} />
      </div>
      <RevenuePlot revenue={money.revenue} domain={domain} />
      <RevenueTable months={money.revenue.months} domain={domain} />
    </>
  );
}

function figuresOf({ owed, revenue, deferred, refunds_waiting, differences }: MoneyOverview, domain: string) {
  const month = revenue.months.at(-1)?.product.journal;
  const of = (name: string, { amount, journal }: MoneyFigure) => ({
    name,
    value: formatDollars(amount),
    to: linkToJournal(journal, domain),
  });
  return [
    { name: texts.payable, value: formatDollars(owed.payable), to: linkToOwed('payable', domain) },
    { name: texts.held, value: formatDollars(owed.held), to: linkToOwed('held', domain) },
    of(texts.paid, owed.paid),
    ...(month
      ? [{ name: texts.recognised, value: formatDollars(revenue.recognised), to: linkToRevenue(month, domain) }]
      : []),
    of(texts.deferredNow, deferred.now),
    { name: texts.card.refunds, value: String(refunds_waiting), to: linkTo(addresses.refunds) },
    {
      name: texts.card.differences,
      value: String(differences),
      to: linkTo(addresses.reconciliation, {}, { 'f.state': 'open' }),
    },
  ];
}
