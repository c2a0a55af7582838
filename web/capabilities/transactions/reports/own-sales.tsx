import { Plan } from '@vialkeep/contract/plans.ts';
import { readSales, type Sales } from '@vialkeep/contract/transactions.ts';
import type { ReactNode } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import type { PageLink } from '../../../kernel/navigation/link-to.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { TextLink } from '../../../ui/actions/link.tsx';
import { formatDay, formatDollars, today } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../transactions.module.css';
import { transactionsTexts } from '../transactions.texts.ts';
import { quietMembers, type ReportPath, rowsOf, thisMonth } from './plot-points.ts';
import { SalesPlots } from './sales-plots.tsx';

const texts = transactionsTexts.plots;

const reports: Partial<Record<Plan, ReportPath>> = {
  [Plan.salesRep]: addresses.repReport,
  [Plan.salesManager]: addresses.managerReport,
  [Plan.salesDistributor]: addresses.distributorReport,
};

/** The sales of the user and their team in this month and the eleven before (F052). */
export function OwnSales() {
  const { subscription } = useUser();
  const report = reports[subscription.id] ?? null;
  return (
    <LoadedSales>
      {(sales) => (
        <>
          <ThisMonth sales={sales} report={report} />
          <SalesPlots sales={sales} report={report} />
        </>
      )}
    </LoadedSales>
  );
}

/** The same plots above the report's rows. */
export function ReportPlots({ report }: { report: ReportPath }) {
  return <LoadedSales>{(sales) => <SalesPlots sales={sales} report={report} />}</LoadedSales>;
}

function LoadedSales({ children }: { children: (sales: Sales) => ReactNode }) {
  const { id } = useUser();
  const sales = useApi(readSales, { params: { id } });
  return (
    <Loaded
      query={sales}
      loading={transactionsTexts.loading}
      failed={texts.none}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {children}
    </Loaded>
  );
}

type Props = { sales: Sales; report: ReportPath | null };

function ThisMonth({ sales, report }: Props) {
  const now = thisMonth(sales);
  const rows = rowsOf(report, { 'f.month': now.month });
  return (
    <Card title={texts.thisMonth}>
      <p className={classes.month}>
        <span className={classes.monthAmount}>
          <Behind rows={rows}>{formatDollars(now.amount)}</Behind>
        </span>
        <Behind rows={rows}>{texts.count(now.count)}</Behind>
        <Behind rows={rowsOf(report, { 'f.month': now.last })}>{texts.change(formatDollars(now.before))}</Behind>
      </p>
      {sales.by === 'rep' && <Quiet sales={sales} report={report} />}
    </Card>
  );
}

function Quiet({ sales, report }: Props) {
  const quiet = quietMembers(sales, today());
  if (quiet.length === 0) return <p>{texts.nobodyQuiet}</p>;
  return (
    <>
      <h3 className={classes.filesTitle}>{texts.quiet}</h3>
      <ul className={classes.quiet}>
        {quiet.map(({ id, name, last }) => (
          <li key={id}>
            <Behind rows={rowsOf(report, { 'f.rep': String(id) })}>{name}</Behind> ·{' '}
            {last ? formatDay(last) : texts.never}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A number that links to its rows, if there are any. */
function Behind({ rows, children }: { rows: PageLink | undefined; children: string }) {
  return rows ? <TextLink to={rows}>{children}</TextLink> : <span>{children}</span>;
}
