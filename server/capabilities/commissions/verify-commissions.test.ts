import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adoptedPlan,
  clearCommissions,
  correct,
  daysAgo,
  insertSale,
  refund,
  runBacklog,
  sell,
  switchCommissions,
} from '../../testing/commissions/commission-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyCommissions } from './index.ts';

let world: World;
let sale: number;
let ofHouse: number;

const TABLES = [
  'commission_lines',
  'commission_rules',
  'journal_lines',
  'journal_entries',
  'transactions',
  'audit_log',
];

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
  const admin = await world.as('admin');
  const rep = await world.idOf('rep@vialkeep.test');
  const house = await world.idOf('house@vialkeep.test');
  const manager = await world.idOf('manager@vialkeep.test');
  await adoptedPlan(world, admin, {
    starts_on: daysAgo(10),
    house_id: house,
    empty_seats: 'house',
    rules: [
      { level: 'rep', rate_bp: 800 },
      { level: 'rep', product_ids: [12], rate_bp: 0 },
      { level: 'manager', rate_bp: 200 },
      { level: 'distributor', rate_bp: 100 },
    ],
  });
  await insertSale(world, { rep, manager, daysAgo: 5, isPaid: true });
  await sell(world, { rep, product: 12 });
  ofHouse = await sell(world, { rep: house });
  await runBacklog(world);
  sale = await sell(world, { rep, manager });
  const other = await sell(world, { rep, manager });
  await refund(world, sale, 10_000);
  await correct(world, admin, other, { amount: 420 });
  await correct(world, admin, other, { commission_paid: true });
  for (const table of TABLES) await world.sql(`alter table ${table} disable trigger all`);
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close();
  process.stdout.write(`planted mistakes of commission: ${mistakesFound} of ${mistakes.length} found\n`);
});

/** Of the journal's own faults only the missing seals: other tables of this world are not those of a whole product. */
const faults = async () => {
  const db = world.app.services.store.read('platform');
  const unsealed = (await verifyJournal(db)).filter(({ fault }) => fault === 'is sealed by no audit row');
  return [...(await verifyCommissions(db)), ...unsealed];
};
const FIRST = 'id = (select min(id) from commission_lines where transaction_id = :sale)';
const KIND = (kind: string) => `id = (select min(id) from commission_lines where kind = '${kind}')`;
const ENTRY = (key: string) => `(select min(id) from journal_entries where key like '${key}')`;

/** Each mistake with a word of the fault that names it. */
const mistakes: readonly [string, RegExp, string][] = [
  [
    'a flipped cent of a line',
    /not what its rate gives/,
    `update commission_lines set cents = cents + 1 where ${FIRST}`,
  ],
  [
    'a changed base',
    /not what its rate gives/,
    `update commission_lines set base_cents = base_cents + 100 where ${FIRST}`,
  ],
  ['a changed rate of a line', /differs from its rule/, `update commission_lines set rate_bp = 900 where ${FIRST}`],
  ['a changed rule', /differs from its rule/, "update commission_rules set rate_bp = 801 where level = 'rep'"],
  [
    'a changed clawback',
    /another part than was refunded/,
    `update commission_lines set cents = cents - 1 where ${KIND('clawback')}`,
  ],
  ['a missing clawback', /another part than was refunded/, `delete from commission_lines where ${KIND('clawback')}`],
  [
    'a changed correction',
    /taken back and is not 0/,
    `update commission_lines set cents = cents + 1 where ${KIND('corrected')}`,
  ],
  [
    'a clawback of another person',
    /person and site/,
    `update commission_lines set person_id = 606 where ${KIND('clawback')}`,
  ],
  ['a line of another person', /the journal says/, `update commission_lines set person_id = 606 where ${FIRST}`],
  ['a line that is retained later', /the journal says/, `update commission_lines set retained = true where ${FIRST}`],
  [
    'a line that is paid without a payment',
    /the journal says/,
    `update commission_lines set paid_on = current_date, paid_how = 'by_hand' where ${FIRST}`,
  ],
  [
    'a payment that is gone',
    /the journal says/,
    "update commission_lines set paid_on = null, paid_how = null where paid_how = 'by_hand'",
  ],
  [
    'another person in the journal',
    /the journal says/,
    `update journal_lines set person_id = 606 where account = 2000 and entry_id = ${ENTRY('earned:%')}`,
  ],
  ['a missing entry', /the journal says/, `delete from journal_lines where entry_id = ${ENTRY('clawback:%')}`],
  [
    'a checkbox that was set',
    /its lines say otherwise/,
    'update transactions set commission_paid = true where id = :sale',
  ],
  ['a new digest', /no audit row/, `update journal_entries set digest = sha256('') where id = ${ENTRY('earned:%')}`],
  [
    'a new digest of a hand payment',
    /no audit row/,
    `update journal_entries set digest = sha256('') where id = ${ENTRY('by-hand:%')}`,
  ],
  ['a deleted audit row', /no audit row/, "delete from audit_log where action = 'commissions.test'"],
  [
    'a missing line of the house',
    /not those of its plan/,
    'delete from commission_lines where id = (select min(id) from commission_lines where retained)',
  ],
  [
    'a missing line of 0 cents',
    /not those of its plan/,
    "delete from commission_lines where id = (select min(id) from commission_lines where cents = 0 and kind = 'earned')",
  ],
  [
    'a missing line that was paid before',
    /not those of its plan/,
    'delete from commission_lines where id = (select min(id) from commission_lines where born_paid)',
  ],
  ['a sale without its lines', /not those of its plan/, 'delete from commission_lines where transaction_id = :house'],
  [
    'another day on which a line is payable',
    /not those of its plan/,
    `update commission_lines set payable_on = payable_on - 1 where ${FIRST}`,
  ],
  [
    'a payment by hand that is called one of before',
    /the journal paid/,
    "update commission_lines set paid_how = 'before' where paid_how = 'by_hand'",
  ],
];

test('what was written holds', async () => {
  expect(await faults()).toEqual([]);
});

test.each(mistakes)('%s is found and named', async (_name, fault, statement) => {
  for (const name of TABLES) await world.sql(`create table saved_${name} as table ${name}`);
  await world.sql(statement.replaceAll(':sale', String(sale)).replaceAll(':house', String(ofHouse)));
  expect((await faults()).map((one) => one.fault).join('\n')).toMatch(fault);
  await world.sql(`set session_replication_role = replica`);
  for (const name of TABLES) await world.sql(`delete from ${name}`);
  for (const name of TABLES) {
    const columns = await world.sql<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const names = columns[0]?.names;
    await world.sql(`insert into ${name} (${names}) overriding system value select ${names} from saved_${name}`);
    await world.sql(`drop table saved_${name}`);
  }
  await world.sql(`set session_replication_role = origin`);
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
