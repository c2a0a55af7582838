import { exportJournal, journalAccounts, journalCsvColumns } from '@vialkeep/contract/journal.ts';
import { type RawBuilder, sql } from 'kysely';
import { copiedCsv } from '../../kernel/http/forms/copied-csv.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { matchingEntries } from './journal.queries.ts';

export const exportJournalHandler = handle(exportJournal, async (call) => {
  const { db, actor, query } = call;
  const entries = matchingEntries(db, actor, query).select([
    'journal_entries.id',
    'journal_entries.day',
    'journal_entries.kind',
    'journal_entries.memo',
  ]);
  const rows = sql`
    with lines as (
      select entry.day, entry.id, line.n, entry.kind, line.account, accounts.name, greatest(line.cents, 0) as debit,
        greatest(-line.cents, 0) as credit, line.person_id, line.transaction_id, line.product_id, entry.memo
      from (${entries}) entry
        join journal_lines line on line.entry_id = entry.id
        join jsonb_each_text(${JSON.stringify(journalAccounts)}::jsonb) accounts (code, name)
          on accounts.code = line.account::text
    ), written as (
      select 0 as part, day, id, n, day::text as day_text, id::text as entry, kind, account::text as account_code, name,
        ${inDollars(sql`debit`)} as debit, ${inDollars(sql`credit`)} as credit, person_id::text as person,
        transaction_id::text as transaction, product_id::text as product, memo
      from lines
      union all
      select 1, null, null, null, 'TOTAL', '', '', '', '', ${inDollars(sql`coalesce(sum(debit), 0)`)},
        ${inDollars(sql`coalesce(sum(credit), 0)`)}, '', '', '', ''
      from lines
    )
    select day_text, entry, kind, account_code, name, debit, credit, person, transaction, product, memo
    from written order by part, day, id, n`;
  return exportedFile(call, {
    fileName: `journal-${new Date().toISOString()}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: (connection) => copiedCsv(connection, journalCsvColumns, rows.compile(db)),
  });
});

/** The cents are whole, so that no amount is rounded. */
function inDollars(cents: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${cents} / 100.0, 'FM999999999990.00')`;
}
