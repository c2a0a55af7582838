import { returnPayout } from '@vialkeep/contract/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sell } from '../../testing/commissions/commission-world.ts';
import { adjust, makeApproved, makeDraft, payRun, preparePayouts } from '../../testing/commissions/payout-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyPayouts } from './index.ts';

let world: World;
const TABLES = ['commission_lines', 'payout_people', 'payout_runs', 'journal_lines', 'journal_entries', 'audit_log'];

beforeAll(async () => {
  world = await newWorld();
  const [admin, other] = [await world.as('admin'), await world.as('super')];
  const { rep, manager, rep2 } = await preparePayouts(world, admin);
  await sell(world, { rep, manager, price: 200_000 });
  await adjust(world, admin, rep2, 50);
  const { id } = await makeApproved(world, admin, other);
  await payRun(world, admin, id);
  await world.call(admin, returnPayout, { params: { id }, body: { person_id: rep2, note: 'Closed' } });
  await makeDraft(world, admin);
  for (const table of TABLES) await world.sql(`alter table ${table} disable trigger all`);
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close();
  process.stdout.write(`planted mistakes of payouts: ${mistakesFound} of ${mistakes.length} found\n`);
});

/** Of the journal's own faults only the missing seals: other tables of this world are not those of a whole product. */
const faults = async () => {
  const db = world.app.services.store.read('platform');
  const unsealed = (await verifyJournal(db)).filter(({ fault }) => fault === 'is sealed by no audit row');
  return [...(await verifyPayouts(db)), ...unsealed];
};
const PAID = "run_id = (select min(id) from payout_runs) and state = 'paid'";
const ONE_PAID = `person_id = (select min(person_id) from payout_people where ${PAID}) and ${PAID}`;
const ONE_LINE = "id = (select min(id) from commission_lines where paid_how = 'run')";
const ENTRY = "id = (select min(id) from journal_entries where key like 'paid:%')";

/** Each mistake with a word of the fault that names it. */
const mistakes: readonly [string, RegExp, string][] = [
  ['a flipped cent of a payment', /the lines are/, `update payout_people set cents = cents + 1 where ${ONE_PAID}`],
  [
    'a flipped cent of a line in a run',
    /the lines are/,
    `update commission_lines set cents = cents + 1 where ${ONE_LINE}`,
  ],
  [
    'a line that left a run',
    /the lines are/,
    `update commission_lines set payout_id = null, paid_how = 'by_hand' where ${ONE_LINE}`,
  ],
  [
    'a line in another run',
    /does not pay the person|the lines are/,
    `update commission_lines set payout_id = (select max(id) from payout_runs) where ${ONE_LINE}`,
  ],
  [
    'a line in a run that does not exist',
    /does not exist/,
    `update commission_lines set payout_id = 99999 where ${ONE_LINE}`,
  ],
  [
    'a paid line that is marked as unpaid',
    /its lines say otherwise/,
    `update commission_lines set paid_on = null, paid_how = null where ${ONE_LINE}`,
  ],
  [
    'another day of payment',
    /its lines say otherwise/,
    `update payout_people set paid_on = paid_on - 1 where ${ONE_PAID}`,
  ],
  [
    'a payment that is marked as due',
    /is paid, and payments are due/,
    `update payout_people set state = 'due', paid_on = null where ${ONE_PAID}`,
  ],
  [
    'a payment that is marked as returned',
    /has no journal entry/,
    `update payout_people set state = 'returned', returned_at = now() where ${ONE_PAID}`,
  ],
  [
    'a return that is marked as paid',
    /the lines are/,
    "update payout_people set state = 'paid', returned_at = null where state = 'returned'",
  ],
  [
    'a run that is marked as cancelled',
    /is cancelled, and has paid people/,
    "update payout_runs set state = 'cancelled' where state = 'paid'",
  ],
  ['a run that is marked as paid', /payments are due/, "update payout_runs set state = 'paid' where state = 'draft'"],
  ['a person who is missing in a run', /does not pay the person/, `delete from payout_people where ${ONE_PAID}`],
  [
    'a payment without its entry',
    /has no journal entry/,
    `delete from journal_entries where ${ENTRY} and not exists (select from journal_entries back where back.reverses = journal_entries.id)`,
  ],
  [
    'an invented entry',
    /has no payment/,
    "insert into journal_entries (domain_id, kind, key, memo, digest) values (1, 'payout', 'paid:99:99', '', sha256(''))",
  ],
  ['a changed digest', /differs from its payment/, `update journal_entries set digest = sha256('') where ${ENTRY}`],
  [
    'a reversal of nothing',
    /differs from its payment/,
    "update journal_entries set reverses = null where key like 'returned:%'",
  ],
  ['a deleted audit row', /is sealed by no audit row/, "delete from audit_log where action = 'payouts.mark_paid'"],
];

test.each(mistakes)('%s is found and named', async (_name, fault, statement) => {
  for (const table of TABLES) await world.sql(`create table saved_${table} as table ${table}`);
  await world.sql(statement);
  expect((await faults()).map((one) => one.fault).join('\n')).toMatch(fault);
  for (const table of TABLES) {
    await world.sql(`delete from ${table}`);
    await world.sql(`insert into ${table} overriding system value table saved_${table}`);
    await world.sql(`drop table saved_${table}`);
  }
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
