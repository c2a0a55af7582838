import { type AccountBalance, readBalances } from '@vialkeep/contract/journal.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useApi } from '../../kernel/api/query.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { moneyColumn, textColumn } from '../../ui/layout/columns.tsx';
import { journalTexts as texts } from './journal.texts.ts';
import { balanceFileName, type balanceQuery } from './journal-filters.ts';

type Row = AccountBalance & { id: number };

/** The accounts that were used on these days. */
export function TrialBalance({ query }: { query: ReturnType<typeof balanceQuery> }) {
  const balances = useApi(readBalances, { query }, { keepPrevious: true });
  const sites = useApi(listDomains, {});
  const used = balances.data?.accounts
    .filter(({ debit, credit }) => debit > 0 || credit > 0)
    .map((account): Row => ({ ...account, id: account.code }));
  return (
    <Card title={texts.balances} flush>
      <DataTable
        name="trial-balance"
        label={texts.balances}
        query={{ ...balances, data: used }}
        pageSize={20}
        scope="b"
        columns={columns}
        rowName={({ name }) => name}
        texts={{ loading: texts.loadingBalances }}
        emptyHint={texts.noBalances}
        export={{
          label: texts.downloadBalances,
          file: balanceFileName(query, sites.data ?? []),
          holds: ['everything'],
          columns,
          totals: balances.data && totalsOf(balances.data),
        }}
        summary={
          balances.data &&
          texts.totals(formatDollars(balances.data.total_debit), formatDollars(balances.data.total_credit))
        }
      />
    </Card>
  );
}

const columns = [
  textColumn<Row>(texts.code, ({ code }) => String(code), { width: '10%' }),
  textColumn<Row>(texts.name, ({ name }) => name),
  moneyColumn<Row>(texts.debit, ({ debit }) => debit),
  moneyColumn<Row>(texts.credit, ({ credit }) => credit),
  moneyColumn<Row>(texts.balance, ({ balance }) => balance),
];

function totalsOf({ total_debit, total_credit }: Answer<typeof readBalances>) {
  return [texts.totalRow, '', total_debit, total_credit, total_debit - total_credit];
}
