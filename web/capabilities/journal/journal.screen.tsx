import { exportJournal, JOURNAL_ENTRIES_PER_PAGE, type JournalEntry, listJournal } from '@vialkeep/contract/journal.ts';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { CellLines, TallCell } from '../../ui/display/cell-lines.tsx';
import { formatCount, formatDollars } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, dayColumn, textColumn } from '../../ui/layout/columns.tsx';
import { journalTexts as texts } from './journal.texts.ts';
import { JournalFilters } from './journal-filters.panel.tsx';
import { balanceQuery, journalQuery } from './journal-filters.ts';
import { TrialBalance } from './trial-balance.tsx';

/** The journal: the trial balance of some days, and the entries behind it. */
export function JournalScreen() {
  const state = useTableState({ pageSize: JOURNAL_ENTRIES_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const query = journalQuery(state.filters, state.search);
  const entries = useApi(
    listJournal,
    { query: { ...query, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = entries.data ? `${formatCount(entries.data.count)}${entries.data.count_is_exact ? '' : '+'}` : '';
  return (
    <MoneyPage
      at="journal"
      status={texts.lead}
      actions={
        <DownloadButton route={exportJournal} input={{ query }}>
          {texts.download}
        </DownloadButton>
      }
    >
      <JournalFilters state={state} />
      <TrialBalance query={balanceQuery(state.filters)} />
      <Card title={texts.entries} flush>
        <DataTable
          name="journal"
          label={texts.entries}
          page={entries}
          state={state}
          columns={columns}
          rowName={({ memo }) => memo}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.transaction }}
          summary={entries.data && texts.total(count)}
        />
      </Card>
    </MoneyPage>
  );
}

const columns = [
  dayColumn<JournalEntry>(texts.day, ({ day }) => day, { sort: false, width: '12%' }),
  textColumn<JournalEntry>(texts.memo, ({ memo }) => memo, { sort: false }),
  textColumn<JournalEntry>(texts.site, ({ site }) => site, { sort: false, priority: 2 }),
  linesColumn(texts.debits, 'debit'),
  linesColumn(texts.credits, 'credit'),
];

function linesColumn(label: string, side: 'debit' | 'credit') {
  const linesOf = ({ lines }: JournalEntry) =>
    lines
      .filter((line) => line[side] > 0)
      .map((line) => [texts.line(line.account, line.account_name), formatDollars(line[side])] as const);
  return customColumn<JournalEntry>(
    label,
    (entry) => (
      <TallCell>
        <CellLines lines={linesOf(entry)} />
      </TallCell>
    ),
    {
      sort: false,
      value: (entry) =>
        linesOf(entry)
          .map((line) => line.join(' '))
          .join(', '),
    },
  );
}
