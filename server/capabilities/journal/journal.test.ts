import {
  exportJournal,
  journalCsvColumns,
  journalKinds,
  listJournal,
  readBalances,
} from '@vialkeep/contract/journal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { openJournalJob } from './open-journal.ts';
import { verifyJournal } from './verify-journal.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const cause = { actorId: null, userId: null, sessionId: null, requestId: 'test' };
type Line = { account: number; cents: number; person_id?: number; transaction_id?: number; product_id?: number };
type Posted = { entry_id: number; entry_digest: Buffer };

/** Posts with the rights of the server's connection for a site. */
function post(key: string, lines: readonly Line[], { site = 1, scope = 1 }: { site?: number; scope?: number } = {}) {
  return world.app.services.store.write(scope, cause, async (work) => {
    await audit(work, { domainId: scope, action: 'journal.test', subject: 'journal', subjectId: key, facts: {} });
    const { rows } = await sql<Posted>`
      select * from post_entry(${site}, 'adjustment', ${key}, 'A test', ${JSON.stringify(lines)}::jsonb)`.execute(
      work.db,
    );
    return rows[0]?.entry_id;
  });
}

const balanced: readonly Line[] = [
  { account: 1010, cents: 500 },
  { account: 1000, cents: -500 },
];
const entries = () =>
  world.sql<{ n: number }>('select count(*)::int as n from journal_entries').then(([row]) => row?.n);

describe('Posting', () => {
  test('the lines of an entry must add up to 0, and an entry has lines', async () => {
    const before = await entries();
    await expect(post('unbalanced', [...balanced, { account: 4000, cents: 1 }])).rejects.toMatchObject({
      constraint: 'entries_balance',
    });
    await expect(post('empty', [])).rejects.toMatchObject({ constraint: 'entries_balance' });
    await expect(
      post('unknown account', [
        { account: 1, cents: 5 },
        { account: 1000, cents: -5 },
      ]),
    ).rejects.toMatchObject({
      constraint: 'journal_account',
    });
    expect(await entries()).toBe(before);
  });

  test('the same key with the same lines is the same entry, also for 20 connections at once; other lines are refused', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => post('once', balanced)));
    expect(new Set(ids).size).toBe(1);
    expect(await world.sql("select count(*)::int as n from journal_entries where key = 'once'")).toEqual([{ n: 1 }]);
    await expect(
      post(
        'once',
        balanced.map(({ account, cents }) => ({ account, cents: cents * 2 })),
      ),
    ).rejects.toMatchObject({
      constraint: 'journal_key_reused',
    });
    await expect(post('once', balanced, { site: 2, scope: 2 })).rejects.toMatchObject({
      constraint: 'journal_key_reused',
    });
  });

  test('a sale is posted with its transaction only', async () => {
    await expect(post('sale:9999999', balanced)).rejects.toThrow(/posted with its transaction/);
  });

  test('a connection of one site posts for no other site', async () => {
    await expect(post('foreign', balanced, { site: 2, scope: 1 })).rejects.toThrow(/does not work for site 2/);
  });

  test.each([
    "insert into journal_entries (domain_id, kind, key, memo, digest) values (1, 'sale', 'mine', '', sha256(''))",
    'insert into journal_lines (entry_id, n, domain_id, account, cents) values (1, 9, 1, 1000, 1)',
    'update journal_lines set cents = 1',
    "update journal_entries set memo = ''",
    'delete from journal_lines',
    'update journal_months set debit_cents = 1',
    'update journal_days set entries = 1',
    "select post_sales('{1001}')",
  ])('the role of the server may not run %s', async (statement) => {
    const run = world.app.services.store.write(1, cause, ({ db }) => sql.raw(statement).execute(db));
    await expect(run).rejects.toThrow(/permission denied/);
  });

  test('an entry and its lines cannot be changed, not even by the owner of the tables', async () => {
    await expect(world.sql("update journal_entries set memo = ''")).rejects.toThrow(/append-only/);
    await expect(world.sql('delete from journal_lines')).rejects.toThrow(/append-only/);
  });
});

describe('Opening the journal', () => {
  test('purchases of before the journal are posted on their own days and sealed by one audit row for each site', async () => {
    await world.sql('alter table journal_entries disable trigger user');
    await world.sql('alter table journal_lines disable trigger user');
    await world.sql('truncate journal_lines, journal_entries, journal_days, journal_months');
    await world.sql('alter table journal_entries enable trigger user');
    await world.sql('alter table journal_lines enable trigger user');
    await world.sql("update backfills set position = 0 where name = 'journal-sales'");
    const open = () => openJournalJob.run({}, world.app.services, actorlessContext('test'));
    await open();
    expect(await world.sql("select 1 from audit_log where action = 'journal.open'")).toEqual([]);
    await world.sql(
      `alter table journal_entries disable trigger user;
       update journal_entries set at = at - interval '3 minutes'; alter table journal_entries enable trigger user`,
    );
    await open();
    await open();
    expect(
      await world.sql(`select count(*)::int as missing from transactions sold where charged_cents + discount_cents > 0
        and not exists (select from journal_entries where key = 'sale:' || sold.id and day = day_of(sold.date))`),
    ).toEqual([{ missing: 0 }]);
    const opened = await world.sql("select domain_id from audit_log where action = 'journal.open' order by 1");
    expect(opened).toEqual(await world.sql('select distinct domain_id from journal_entries order by 1'));
    expect(await verifyJournal(world.app.services.store.read('platform'))).toEqual([]);
  });
});

describe('Reading', () => {
  test('every kind of entry that the demo network has can be chosen as a filter', async () => {
    const stored = await world.sql<{ kind: string }>(
      "select distinct kind from journal_entries where kind <> 'adjustment'",
    );
    for (const { kind } of stored) expect(Object.keys(journalKinds)).toContain(kind);
  });

  test('the list has every entry once, newest first, on all its pages', async () => {
    const admin = await world.as('super');
    const seen: number[] = [];
    const { count } = await world.call(admin, listJournal, { query: { limit: '1' } });
    for (let offset = 0; offset < count; offset += 7) {
      const page = await world.call(admin, listJournal, { query: { limit: '7', offset: String(offset) } });
      seen.push(...page.results.map(({ id }) => id));
    }
    const stored = await world.sql<{ id: number }>('select id from journal_entries order by day desc, id desc');
    expect(seen).toEqual(stored.map(({ id }) => id));
    expect(count).toBe(stored.length);
  });

  test('an account, a transaction and a range of days limit the list', async () => {
    const admin = await world.as('super');
    const [sold] = await world.sql<{ id: number; day: string; charged: number }>(
      'select id, day_of(date)::text as day, charged_cents::float8 as charged from transactions where charged_cents > 0 order by id limit 1',
    );
    const query = { transaction_id: String(sold?.id) };
    const { results, count } = await world.call(admin, listJournal, { query });
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({ key: `sale:${sold?.id}`, day: sold?.day, kind: 'sale' });
    expect(results[0]?.lines[0]).toMatchObject({ account: 1000, debit: (sold?.charged ?? 0) / 100, credit: 0 });

    const shipped = await world.call(admin, listJournal, { query: { account: '4010', limit: '100' } });
    expect(shipped.results.every(({ lines }) => lines.some(({ account }) => account === 4010))).toBe(true);
    expect(shipped.count).toBe(shipped.results.length);
    const sales = await world.call(admin, listJournal, { query: { kind: 'sale', limit: '100' } });
    expect(new Set(sales.results.map(({ kind }) => kind))).toEqual(new Set(['sale']));
    const [stored] = await world.sql<{ n: number }>(
      "select count(*)::int as n from journal_entries where kind = 'sale'",
    );
    expect(sales.count).toBe(stored?.n);
    const ofDay = await world.call(admin, listJournal, {
      query: { from: sold?.day ?? '', to: sold?.day ?? '', limit: '100' },
    });
    expect(ofDay.results.map(({ day }) => day)).toEqual(ofDay.results.map(() => sold?.day));
    expect(ofDay.count).toBe(ofDay.results.length);
  });

  test('a balance of any range is the sum of its lines, and debits equal credits', async () => {
    const admin = await world.as('super');
    const days = await world.sql<{ day: string }>('select distinct day::text from journal_entries order by 1');
    const picks = [undefined, ...days.map(({ day }) => day).filter((_, index) => index % 5 === 0), '2000-02-29'];
    for (const from of picks) {
      for (const to of picks) {
        const { accounts, total_debit, total_credit } = await world.call(admin, readBalances, {
          query: { ...(from && { from }), ...(to && { to }) },
        });
        const expected = await world.sql<{ account: number; balance: number }>(
          `select account, sum(cents)::float8 / 100 as balance from journal_lines join journal_entries on id = entry_id
           where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity') group by 1 order by 1`,
          [from ?? null, to ?? null],
        );
        const moved = accounts.filter(({ debit, credit }) => debit + credit > 0);
        expect(moved.map(({ code, balance }) => ({ account: code, balance }))).toEqual(expected);
        expect(total_debit).toBe(total_credit);
      }
    }
  });

  test('a balance is read from the sums by day, whose number does not grow with the people', async () => {
    const admin = await world.as('super');
    const before = await world.call(admin, readBalances);
    await world.sql('update journal_months set debit_cents = debit_cents + 1');
    const after = await world.call(admin, readBalances);
    await world.sql('update journal_months set debit_cents = debit_cents - 1');
    expect(after).toEqual(before);
  });

  test('an administrator of a site reads the journal of that site only', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const all = await world.call(north, listJournal, { query: { limit: '100' } });
    expect(new Set(all.results.map(({ site }) => site)).size).toBe(1);
    const foreign = await world.call(north, listJournal, { query: { domain_id: '1' } });
    expect(foreign).toMatchObject({ count: 0, results: [] });
  });

  test('a person and a site limit the list, the balances and the file, each to its own lines', async () => {
    const admin = await world.as('super');
    const rep = await world.idOf('rep@vialkeep.test');
    // An entry of each site with the person, on a day of their own.
    const ofRep: readonly Line[] = [
      { account: 5000, cents: 700 },
      { account: 2000, cents: -700, person_id: rep },
    ];
    await post('of-a-person:1', ofRep);
    await post(
      'of-a-person:2',
      [
        { account: 1010, cents: 900 },
        { account: 1000, cents: -900 },
      ],
      { site: 2, scope: 2 },
    );
    const [{ day: today } = { day: '' }] = await world.sql<{ day: string }>('select day_of(now())::text as day');
    for (const [query, condition] of [
      [
        { person_id: String(rep) },
        `exists (select from journal_lines line where line.entry_id = entry.id and line.person_id = ${rep})`,
      ],
      [{ domain_id: '2' }, 'entry.domain_id = 2'],
      [
        { domain_id: '1', person_id: String(rep) },
        `entry.domain_id = 1 and exists (select from journal_lines line
        where line.entry_id = entry.id and line.person_id = ${rep})`,
      ],
      [{ domain_id: '1', from: today, to: today }, `entry.domain_id = 1 and entry.day = '${today}'`],
      [{ domain_id: '2', to: '2000-01-01' }, 'false'],
    ] as const) {
      const stored = await world.sql<{ id: number }>(
        `select entry.id from journal_entries entry where ${condition} order by entry.day desc, entry.id desc`,
      );
      const { count, results } = await world.call(admin, listJournal, { query: { ...query, limit: '100' } });
      expect([count, results.map(({ id }) => id)], condition).toEqual([
        stored.length,
        stored.slice(0, 100).map(({ id }) => id),
      ]);
      const [sums] = await world.sql<{ lines: number; debit: string; credit: string }>(
        `select count(*)::int as lines, (coalesce(sum(greatest(cents, 0)), 0) / 100.0)::numeric(14, 2)::text as debit,
           (coalesce(sum(greatest(-cents, 0)), 0) / 100.0)::numeric(14, 2)::text as credit
         from journal_lines where entry_id in (select entry.id from journal_entries entry where ${condition})`,
      );
      const rows = (await world.send(admin, exportJournal, { query })).body.trimEnd().split('\r\n');
      expect(rows, condition).toHaveLength((sums?.lines ?? 0) + 2);
      expect(rows.at(-1)).toBe(`TOTAL,,,,,${sums?.debit},${sums?.credit},,,,`);
      if ('person_id' in query) continue;
      const balances = await world.call(admin, readBalances, { query });
      expect([balances.total_debit, balances.total_credit]).toEqual([Number(sums?.debit), Number(sums?.credit)]);
    }
    expect((await world.call(admin, listJournal, { query: { domain_id: '2' } })).count).toBeGreaterThan(0);
  });

  test('the file has every line with its account and ends with the totals', async () => {
    const admin = await world.as('super');
    const { body } = await world.send(admin, exportJournal);
    const rows = body.trimEnd().split('\r\n');
    expect(rows[0]?.replace('\uFEFF', '')).toBe(journalCsvColumns.join(','));
    const [sums] = await world.sql<{ lines: number; debit: string }>(
      'select count(*)::int as lines, (sum(greatest(cents, 0)) / 100.0)::numeric(14, 2)::text as debit from journal_lines',
    );
    expect(rows).toHaveLength((sums?.lines ?? 0) + 2);
    expect(rows.at(-1)).toBe(`TOTAL,,,,,${sums?.debit},${sums?.debit},,,,`);
  });
});
