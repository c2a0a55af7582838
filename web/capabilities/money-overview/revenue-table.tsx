import type { MoneyFigure, MoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDollars, formatMonth } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { linkToJournal, linkToRevenue } from './journal-link.ts';
import { overviewTexts } from './money-overview.texts.ts';

const texts = overviewTexts.revenue;

type Month = MoneyOverview['revenue']['months'][number];
type Row = Month & { id: string };

/** Each figure of each month, newest first, with the entries behind it. */
export function RevenueTable({ months, domain }: { months: readonly Month[]; domain: string }) {
  const rows = months.map((row): Row => ({ ...row, id: row.month })).toReversed();
  return (
    <Card title={texts.table} flush>
      <DataTable
        name="revenue-by-month"
        label={texts.table}
        query={{ data: rows, isPending: false, isError: false, isFetching: false, refetch: () => undefined }}
        pageSize={12}
        scope="r"
        columns={columnsFor(domain)}
        rowName={({ month }) => formatMonth(month)}
        texts={{ loading: overviewTexts.loading }}
        emptyHint={texts.none}
      />
    </Card>
  );
}

function columnsFor(domain: string) {
  const figure = (label: string, get: (row: Row) => MoneyFigure, priority?: 2 | 3) =>
    customColumn<Row>(
      label,
      (row) => <TextLink to={linkToJournal(get(row).journal, domain)}>{formatDollars(get(row).amount)}</TextLink>,
      { sort: false, value: (row) => formatDollars(get(row).amount), ...(priority && { priority }) },
    );
  return [
    textColumn<Row>(overviewTexts.month, ({ month }) => formatMonth(month), { sort: false }),
    figure(texts.product, ({ product }) => product),
    figure(texts.shipping, ({ shipping }) => shipping, 2),
    figure(texts.storage, ({ storage }) => storage, 2),
    figure(texts.discounts, ({ discounts }) => discounts, 3),
    figure(texts.refunds, ({ refunds }) => refunds, 2),
    figure(texts.chargebacks, ({ chargebacks }) => chargebacks, 3),
    // It is the sum of several accounts, so it opens the entries of all these.
    customColumn<Row>(
      texts.recognised,
      ({ product, recognised }) => (
        <TextLink to={linkToRevenue(product.journal, domain)}>{formatDollars(recognised)}</TextLink>
      ),
      { sort: false, value: ({ recognised }) => formatDollars(recognised) },
    ),
  ];
}
