import type { exportJournal } from '@vialkeep/contract/journal.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Call } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export type JournalFilters = Call<typeof exportJournal>['query'];
type Range = Pick<JournalFilters, 'from' | 'to' | 'domain_id'>;

/** The sites whose entries are read; null for all. The connection's scope enforces the same a second time. */
export function sitesOf({ scope }: Actor, domainId: number | undefined): readonly number[] | null {
  if (domainId === undefined) return scope === 'platform' ? null : [scope];
  return scope === 'platform' || scope === domainId ? [domainId] : [];
}

type Dated = 'journal_entries' | 'journal_days';

/** Limits rows with a site and a day to those of a range. */
export function isWithin<T extends Dated>(table: T, actor: Actor, { from, to, domain_id }: Range) {
  const sites = sitesOf(actor, domain_id);
  const [site, day] = [sql.ref(`${table}.domain_id`), sql.ref(`${table}.day`)];
  return sql<boolean>`${sites === null ? sql`true` : sql`${site} = any (${sites}::integer[])`}
    and ${from === undefined ? sql`true` : sql`${day} >= ${from}::date`}
    and ${to === undefined ? sql`true` : sql`${day} <= ${to}::date`}`;
}

/** The entries that match all filters. */
export function matchingEntries(db: Db, actor: Actor, filters: JournalFilters) {
  const { account, kind, person_id, transaction_id } = filters;
  return db
    .selectFrom('journal_entries')
    .where(isWithin('journal_entries', actor, filters))
    .where((eb) =>
      eb.and([
        ...whenDefined(kind, (value) => eb('kind', '=', value)),
        ...whenDefined(account, (value) => hasAccount(eb, value)),
        ...whenDefined(person_id, (value) => hasLine(eb, 'person_id', value)),
        ...whenDefined(transaction_id, (value) => hasLine(eb, 'transaction_id', value)),
      ]),
    );
}

type Entries = ExpressionBuilder<Tables, 'journal_entries'>;

const [FIRST_OF_REVENUE, LAST_OF_REVENUE] = [4000, 4999];

function hasAccount(eb: Entries, account: NonNullable<JournalFilters['account']>) {
  if (typeof account === 'number') return hasLine(eb, 'account', account);
  const lines = linesOf(eb).where('account', '>=', FIRST_OF_REVENUE).where('account', '<=', LAST_OF_REVENUE);
  return eb.exists(lines);
}

function hasLine(eb: Entries, column: 'account' | 'person_id' | 'transaction_id', value: number) {
  return eb.exists(linesOf(eb).where(`journal_lines.${column}`, '=', value));
}

function linesOf(eb: Entries) {
  return eb.selectFrom('journal_lines').select('n').whereRef('journal_lines.entry_id', '=', 'journal_entries.id');
}
