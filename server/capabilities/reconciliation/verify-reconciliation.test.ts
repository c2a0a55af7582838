import { resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  differencesOf,
  plantGivenUp,
  plantOrphan,
  plantSales,
  runNow,
} from '../../testing/reconciliation/planted-charges.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

const TABLES = ['gateway_records', 'reconciliation_items', 'journal_entries', 'journal_lines', 'refunds'];

let world: World;
let charge: string;
beforeAll(async () => {
  world = await newWorld();
  const admin = await world.as('admin');
  const sales = await plantSales(world, 'hc@north.test', 3);
  charge = sales[0]?.charge_id ?? '';
  await world.sql("update sandbox_charges set last4 = '0739' where id::text = $1", [sales[1]?.charge_id]);
  await plantGivenUp(world, 'hc@north.test', 'orphan');
  await plantOrphan(world, { reference: 'orphan' });
  await runNow(world, admin);
  for (const { id, kind } of await differencesOf(world, admin)) {
    const how = kind === 'chargeback' ? 'chargeback' : 'write_off';
    await world.call(admin, resolveDifference, { params: { id }, body: { how, note: 'Looked into it.' } });
  }
  for (const table of TABLES) await world.sql(`alter table ${table} disable trigger all`);
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close();
  process.stdout.write(`planted mistakes of reconciliation: ${mistakesFound} of ${mistakes.length} found\n`);
});

const faults = () => verifyReconciliation(world.app.services.store.readSlowly('platform'));
const ENTRY = `(select entry.id from journal_entries entry join gateway_records record on entry.key = 'settled:' || record.batch || ':2'
  where record.gateway_id = :charge)`;
const WRITTEN = "(select id from journal_entries where kind = 'write_off')";

const mistakes: readonly (readonly [string, RegExp, string])[] = [
  [
    'a flipped cent in the journal',
    /^Batch S\d+ of site #2: the gateway settled \d+ cents and \d+ are posted$/,
    `update journal_lines set cents = cents + 1 where account = 1010 and entry_id = ${ENTRY}`,
  ],
  [
    'a flipped cent in the record of the gateway',
    /the gateway settled \d+ cents and \d+ are posted/,
    'update gateway_records set cents = cents + 1 where gateway_id = :charge',
  ],
  ['a record that is gone', /the gateway/, 'delete from gateway_records where gateway_id = :charge'],
  [
    'a record of another site',
    /it is not posted/,
    'update gateway_records set domain_id = 1 where gateway_id = :charge',
  ],
  [
    'a batch that is posted for another site',
    /the gateway has no record of it|cents and/,
    `update journal_entries set domain_id = 1 where id = ${ENTRY}`,
  ],
  [
    'a changed account',
    /posted to other accounts/,
    `update journal_lines set account = 4000 where account = 1000 and entry_id = ${ENTRY}`,
  ],
  [
    'a changed amount of a write-off',
    /^Difference #\d+: differs from its journal entry$/,
    "update reconciliation_items set theirs_cents = theirs_cents + 1 where how = 'write_off'",
  ],
  [
    'a write-off without its entry',
    /written off without a journal entry/,
    `update journal_entries set key = 'written-off:0' where id = ${WRITTEN}`,
  ],
  [
    'an entry without its write-off',
    /has no difference that is written off/,
    "update reconciliation_items set how = 'explained' where how = 'write_off'",
  ],
  [
    'a chargeback without its refund',
    /a chargeback without a refund/,
    "update refunds set way = 'outside' where way = 'chargeback'",
  ],
];

test('what the product did has no fault', async () => {
  expect(await faults()).toEqual([]);
});

test.each(mistakes)('%s is found and named', async (_name, expected, statement) => {
  for (const name of TABLES) await world.sql(`create table saved_${name} as table ${name}`);
  await world.sql(statement.replaceAll(':charge', `'${charge}'`));
  const named = (await faults()).map(({ about, fault }) => `${about}: ${fault}`);
  expect(
    named.some((words) => expected.test(words)),
    named.join('\n'),
  ).toBe(true);
  for (const name of TABLES) {
    await world.sql(`delete from ${name}`);
    await world.sql(`insert into ${name} overriding system value table saved_${name}`);
    await world.sql(`drop table saved_${name}`);
  }
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
