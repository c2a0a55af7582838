import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { openJournalJob } from './open-journal.ts';
import { verifyJournal } from './verify-journal.ts';

let world: World;
let sale: number;
beforeAll(async () => {
  world = await newWorld();
  // The newest entries are not sealed yet.
  await world.sql(
    `alter table journal_entries disable trigger user;
     update journal_entries set at = at - interval '3 minutes'; alter table journal_entries enable trigger user`,
  );
  await openJournalJob.run({}, world.app.services, actorlessContext('test'));
  const hc = await world.as('hc');
  const { purchase } = await world.call(hc, checkOut, {
    body: {
      product_id: 3,
      total_amount: 320,
      invoice_id: (await world.call(hc, readNextInvoice)).transaction_id,
      addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
      credit_card: {
        full_name: 'Maria Stein',
        card_number: '4111111111111111',
        expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
        cvc: '123',
      },
    },
  });
  sale = purchase.transaction_id;
  for (const table of ['journal_entries', 'journal_lines', 'transactions', 'audit_log']) {
    await world.sql(`alter table ${table} disable trigger all`);
  }
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close({ hasFalsifiedJournal: true });
  process.stdout.write(`planted mistakes of the journal: ${mistakesFound} of ${mistakes.length} found\n`);
});

const faults = () => verifyJournal(world.app.services.store.read('platform'));

test('a purchase posts its receipts against revenue and shipping, and its audit row has the digest', async () => {
  expect(
    await world.sql(
      'select account, cents::int from journal_lines join journal_entries on id = entry_id where key = $1 order by n',
      [`sale:${sale}`],
    ),
  ).toEqual([
    { account: 1000, cents: 32_000 },
    { account: 4000, cents: -29_500 },
    { account: 4010, cents: -2_500 },
  ]);
  expect(
    await world.sql(
      `select facts -> 'journal' ? (select encode(digest, 'hex') from journal_entries where key = $1) as sealed
       from audit_log where action = 'transactions.record' and subject_id = $2`,
      [`sale:${sale}`, String(sale)],
    ),
  ).toEqual([{ sealed: true }]);
  expect(await faults()).toEqual([]);
});

test('a correction of the product leaves the entry as it is, and the verification agrees', async () => {
  await world.sql('update transactions set product_id = 12 where id = $1', [sale]);
  expect(await faults()).toEqual([]);
  await world.sql('update transactions set product_id = 3 where id = $1', [sale]);
});

const OF_SALE = 'entry_id = (select id from journal_entries where key = :sale)';
const NEW_DIGEST =
  'update journal_entries set digest = journal_digest(kind, key, journal_lines_text(id)) where key = :sale';
const EARLIER = '(select min(id) from journal_entries)';

/** Each mistake with a word of the fault that names it. */
const mistakes: readonly [string, RegExp, readonly string[]][] = [
  ['a flipped cent', /does not balance/, [`update journal_lines set cents = cents + 1 where ${OF_SALE} and n = 1`]],
  ['a missing line', /does not balance/, [`delete from journal_lines where ${OF_SALE} and n = 2`]],
  ['an entry without lines', /has no lines/, [`delete from journal_lines where ${OF_SALE}`]],
  [
    'a changed account',
    /differs from its digest/,
    [`update journal_lines set account = 4020 where ${OF_SALE} and n = 2`],
  ],
  [
    'a changed product',
    /differs from its digest/,
    [`update journal_lines set product_id = 1 where ${OF_SALE} and n = 2`],
  ],
  [
    'a changed transaction',
    /differs from its digest/,
    [`update journal_lines set transaction_id = null where ${OF_SALE} and n = 2`],
  ],
  [
    'a person on a line',
    /differs from its digest/,
    [`update journal_lines set person_id = (select min(id) from users) where ${OF_SALE} and n = 2`],
  ],
  [
    'two balanced changes',
    /differs from its digest/,
    [
      `update journal_lines set cents = cents + 100 where ${OF_SALE} and n = 1`,
      `update journal_lines set cents = cents - 100 where ${OF_SALE} and n = 2`,
    ],
  ],
  [
    'a new digest over changed lines',
    /differs from its journal entry/,
    [`update journal_lines set account = 4020 where ${OF_SALE} and n = 2`, NEW_DIGEST],
  ],
  [
    'a new digest beside a changed purchase',
    /differs from its audit row/,
    [
      `update journal_lines set cents = cents + 100 where ${OF_SALE} and n = 1`,
      `update journal_lines set cents = cents - 100 where ${OF_SALE} and n = 2`,
      NEW_DIGEST,
      "update transactions set charged_cents = charged_cents + 100, price_cents = price_cents + 100 where 'sale:' || id = :sale",
    ],
  ],
  ['a changed digest', /differs from its digest/, ["update journal_entries set digest = sha256('') where key = :sale"]],
  ['a changed key', /has no journal entry/, ["update journal_entries set key = 'sale:0' where key = :sale"]],
  ['another day', /differs from its journal entry/, ['update journal_entries set day = day - 1 where key = :sale']],
  ['another site of an entry', /of another site/, ['update journal_entries set domain_id = 2 where key = :sale']],
  ['another site of a line', /of another site/, [`update journal_lines set domain_id = 2 where ${OF_SALE} and n = 1`]],
  [
    'a deleted entry',
    /has no journal entry/,
    [`delete from journal_lines where ${OF_SALE}`, 'delete from journal_entries where key = :sale'],
  ],
  [
    'a changed purchase',
    /differs from its journal entry/,
    [
      "update transactions set charged_cents = charged_cents - 1, discount_cents = discount_cents + 1 where 'sale:' || id = :sale",
    ],
  ],
  [
    'an invented payment',
    /is sealed by no audit row/,
    [
      "insert into journal_entries (domain_id, kind, key, memo, digest) values (1, 'payout', 'paid:1:1', '', sha256(''))",
    ],
  ],
  [
    'an entry moved out of its audit row',
    /is sealed by no audit row/,
    [
      "update audit_log set facts = facts - 'journal' where action = 'transactions.record' and 'sale:' || subject_id = :sale",
      "update journal_entries set at = now() + interval '2 days' where key = :sale",
    ],
  ],
  [
    'an invented entry',
    /has no transaction/,
    [
      "insert into journal_entries (domain_id, kind, key, memo, digest) values (1, 'sale', 'sale:9999999', '', sha256(''))",
    ],
  ],
  [
    'an entry of before the journal with a new digest',
    /audit row of their opening/,
    [`update journal_entries set digest = sha256('') where id = ${EARLIER}`],
  ],
  [
    'a changed audit row',
    /differs from its audit row/,
    [
      `update audit_log set facts = facts || '{"journal":"00"}' where action = 'transactions.record' and 'sale:' || subject_id = :sale`,
    ],
  ],
  [
    'a changed sum of a month',
    /sum of the month/,
    ['update journal_months set debit_cents = debit_cents + 1 where account = 1000'],
  ],
  ['a missing sum of a month', /sum of the month/, ['delete from journal_months where account = 4000']],
  [
    'a changed sum of a day',
    /sum of the day/,
    ['update journal_days set credit_cents = credit_cents + 1 where account = 4000'],
  ],
  ['a wrong number of entries', /sum of the day/, ['update journal_days set entries = entries + 1 where account = 0']],
];

test.each(mistakes)('%s is found and named', async (_name, fault, statements) => {
  const saved = await world.sql<{ name: string }>(
    "select unnest(array['journal_lines', 'journal_entries', 'journal_months', 'journal_days', 'transactions', 'audit_log']) as name",
  );
  for (const { name } of saved) await world.sql(`create table saved_${name} as table ${name}`);
  for (const statement of statements) await world.sql(statement.replaceAll(':sale', `'sale:${sale}'`));
  expect((await faults()).map(({ fault: found }) => found).join('\n')).toMatch(fault);
  for (const { name } of saved) {
    await world.sql(`delete from ${name}`);
    await world.sql(`insert into ${name} overriding system value table saved_${name}`);
    await world.sql(`drop table saved_${name}`);
  }
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
