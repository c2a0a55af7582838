import { IconPencil } from '@tabler/icons-react';
import { listTransactions, SEARCHED_FROM, TRANSACTIONS_PER_PAGE } from '@vialkeep/contract/transactions.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { TRANSACTIONS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount, formatDollars } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import { ReportFiles } from './reports/report-files.tsx';
import { RevenuePlot } from './reports/revenue-plots.tsx';
import { TransactionModal } from './transaction.modal.tsx';
import { queryOf } from './transaction-filters.ts';
import { transactionColumns } from './transactions.columns.tsx';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.all;

/** The administrators' list of transactions (F140–F144). */
export function AllTransactionsScreen() {
  const state = useTableState({
    pageSize: TRANSACTIONS_PER_PAGE,
    debounce: TRANSACTIONS_SEARCH_PAUSE_MS,
    minimum: SEARCHED_FROM,
  });
  const [edited, setEdited] = useState<number | null>(null);
  const filters = queryOf(state.filters, state.search);
  const transactions = useApi(
    listTransactions,
    { query: { ...filters, limit: String(state.pageSize), offset: String(state.offset) } },
    { keepPrevious: true },
  );
  const count = formatCount(transactions.data?.count ?? 0);
  const isFiltered = Object.keys(filters).length > 0;

  return (
    <Screen title={texts.title} wide>
      <RevenuePlot />
      <Card flush>
        <FiltersPanel state={state} shown={transactions.data?.results[0]} />
        <DataTable
          name="transactions"
          label={texts.title}
          page={transactions}
          state={state}
          columns={transactionColumns}
          wide
          rowName={({ id }) => `#${id}`}
          texts={{ loading: transactionsTexts.loading }}
          filter={{ placeholder: texts.search }}
          summary={
            transactions.data && (
              <>
                {texts.total(count)} {isFiltered && texts.filtered} ·{' '}
                {texts.showing(transactions.data.results.length, count)} {isFiltered && texts.showingFiltered} ·{' '}
                <strong>{texts.amount(formatDollars(transactions.data.total_amount))}</strong>{' '}
                {isFiltered && texts.amountFiltered}
              </>
            )
          }
          rowInline={({ id }) => (
            <IconButton name={texts.edit(id)} icon={<IconPencil size={18} />} onClick={() => setEdited(id)} />
          )}
        />
        <ReportFiles filters={filters} count={count} isEmpty={transactions.data?.count === 0} />
      </Card>
      <TransactionModal id={edited} onClose={() => setEdited(null)} />
    </Screen>
  );
}
