import { MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { accountName, type JournalEntry, listJournal, REVENUE_ACCOUNTS } from '@vialkeep/contract/journal.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { isWithin, matchingEntries } from './journal.queries.ts';

type Query = Call<typeof listJournal>['query'];

export const listJournalHandler = handle(listJournal, async ({ actor, db, query }) => {
  const { count, isExact, until, before } = await findPage(db, actor, query);
  if (count <= query.offset) return { results: [], count, count_is_exact: isExact };
  const page = matchingEntries(db, actor, until === null ? query : { ...query, to: until })
    .select('journal_entries.id')
    .orderBy('journal_entries.day', 'desc')
    .orderBy('journal_entries.id', 'desc')
    .offset(query.offset - before)
    .limit(query.limit);
  const ids = (await page.execute()).map(({ id }) => id);
  return { results: await readEntries(db, ids), count, count_is_exact: isExact };
});

/** The account of the sums by day over all accounts. */
const EVERY_ACCOUNT = 0;

type PagePosition = {
  readonly count: number;
  readonly isExact: boolean;
  /** The day on which the page begins, and the number of entries of later days. */
  readonly until: string | null;
  readonly before: number;
};

/** The sums by day say where a page begins, so that a deep page costs as much as the first one. */
async function findPage(db: Db, actor: Actor, query: Query): Promise<PagePosition> {
  const { account = EVERY_ACCOUNT, kind, person_id, transaction_id } = query;
  const isSummed = [kind, person_id, transaction_id].every((filter) => filter === undefined);
  if (!isSummed || account === REVENUE_ACCOUNTS) return countPage(db, actor, query);
  const days = db
    .selectFrom('journal_days')
    .select((eb) => ['day', eb.fn.sum<number>('entries').as('n')])
    .where('account', '=', account)
    .where(isWithin('journal_days', actor, query))
    .groupBy('day');
  const { rows } = await sql<{ count: number; until: string | null; before: number }>`
    with days as (${days}),
      walked as (select day, n, sum(n) over (order by day desc) - n as before from days)
    select coalesce((select sum(n) from days), 0)::float8 as count, first.day::text as until,
      coalesce(first.before, 0)::float8 as before
    from (select) one left join lateral (
      select day, before from walked where before + n > ${query.offset} order by day desc limit 1) first on true`.execute(
    db,
  );
  const [place] = rows;
  return { count: place?.count ?? 0, isExact: true, until: place?.until ?? null, before: place?.before ?? 0 };
}

async function countPage(db: Db, actor: Actor, query: Query): Promise<PagePosition> {
  const counted = matchingEntries(db, actor, query)
    .select('journal_entries.id')
    .limit(MOST_COUNTED + 1);
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, MOST_COUNTED), isExact: count <= MOST_COUNTED, until: null, before: 0 };
}

async function readEntries(db: Db, ids: readonly number[]): Promise<z.input<typeof JournalEntry>[]> {
  const [entries, lines] = await Promise.all([
    db
      .selectFrom('journal_entries')
      .innerJoin('domains', 'domains.id', 'journal_entries.domain_id')
      .select(['journal_entries.id', 'domains.name as site', 'kind', 'key', 'memo'])
      .select(sql<string>`journal_entries.day::text`.as('day'))
      .where(sql<boolean>`journal_entries.id = any (${ids}::integer[])`)
      .orderBy('journal_entries.day', 'desc')
      .orderBy('journal_entries.id', 'desc')
      .execute(),
    db
      .selectFrom('journal_lines')
      .select(['entry_id', 'account', 'cents', 'person_id', 'transaction_id', 'product_id'])
      .where(sql<boolean>`entry_id = any (${ids}::integer[])`)
      .orderBy('entry_id')
      .orderBy('n')
      .execute(),
  ]);
  const linesOf = Map.groupBy(lines, ({ entry_id }) => entry_id);
  return entries.map((entry) => ({ ...entry, lines: (linesOf.get(entry.id) ?? []).map(presentLine) }));
}

type Line = {
  account: number;
  cents: number;
  person_id: number | null;
  transaction_id: number | null;
  product_id: number | null;
};

function presentLine({ account, cents, person_id, transaction_id, product_id }: Line) {
  return {
    account,
    account_name: accountName(account),
    debit: dollarsOf(Math.max(cents, 0)),
    credit: dollarsOf(Math.max(-cents, 0)),
    person_id,
    transaction_id,
    product_id,
  };
}
