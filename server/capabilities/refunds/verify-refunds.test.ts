import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRefund, buySettledKit } from '../../testing/refunds/refundable-purchase.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyRefunds } from './verify-refunds.ts';

const TABLES = ['refunds', 'transactions', 'journal_entries', 'journal_lines', 'letters', 'audit_log'];

let world: World;
let sale: number;
let refund: number;
beforeAll(async () => {
  world = await newWorld();
  sale = await buySettledKit(world, await world.as('hc'));
  refund = (await askRefund(world, await world.as('admin'), sale, { amount: 20 })).id;
  for (const table of TABLES) await world.sql(`alter table ${table} disable trigger all`);
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close();
  process.stdout.write(`planted mistakes of refunds: ${mistakesFound} of ${mistakes.length} found\n`);
});

const faults = () => verifyRefunds(world.app.services.store.read('platform'));
const ENTRY = "(select id from journal_entries where key = 'refund:' || :refund)";

const mistakes: readonly (readonly [string, RegExp, string])[] = [
  [
    'a changed sum',
    /add up to 2000 cents and not to 2001/,
    'update transactions set refunded_cents = 2001 where id = :sale',
  ],
  [
    'a forgotten sum',
    /add up to 2000 cents and not to 0/,
    'update transactions set refunded_cents = 0 where id = :sale',
  ],
  ['a changed amount', /differs from its journal entry/, 'update refunds set cents = 2001 where id = :refund'],
  [
    'a refund that is taken back',
    /has no refund that is done/,
    "update refunds set state = 'failed' where id = :refund",
  ],
  ['another way', /differs from its journal entry/, "update refunds set way = 'outside' where id = :refund"],
  [
    'a flipped cent',
    /differs from its journal entry/,
    `update journal_lines set cents = cents + 1 where n = 1 and entry_id = ${ENTRY}`,
  ],
  [
    'a changed account',
    /differs from its journal entry/,
    `update journal_lines set account = 4920 where n = 1 and entry_id = ${ENTRY}`,
  ],
  ['a missing line', /differs from its journal entry/, `delete from journal_lines where n = 2 and entry_id = ${ENTRY}`],
  [
    'a changed key',
    /has no journal entry/,
    "update journal_entries set key = 'refund:0' where key = 'refund:' || :refund",
  ],
  [
    'a changed digest',
    /differs from its audit row/,
    "update journal_entries set digest = sha256('') where key = 'refund:' || :refund",
  ],
  [
    'a deleted audit row',
    /differs from its audit row/,
    "delete from audit_log where action = 'refunds.settle' and subject_id = :refund::text",
  ],
  ['a deleted receipt', /has 0 receipts/, "delete from letters where kind = 'refund_receipt'"],
  [
    'a second receipt',
    /has 2 receipts/,
    `insert into letters (domain_id, kind, recipient, sender, subject, text_body, html_body, message_id)
    select domain_id, kind, recipient, sender, subject, '', '', 'again' from letters
    where kind = 'refund_receipt' and subject like 'Refund #' || :refund || ' of %'`,
  ],
];

test('what the product did has no fault', async () => {
  expect(await faults()).toEqual([]);
});

test.each(mistakes)('%s is found and named', async (_name, fault, statement) => {
  for (const name of TABLES) await world.sql(`create table saved_${name} as table ${name}`);
  await world.sql(statement.replaceAll(':sale', String(sale)).replaceAll(':refund', String(refund)));
  expect((await faults()).map((one) => one.fault).join('\n')).toMatch(fault);
  for (const name of TABLES) {
    await world.sql(`delete from ${name}`);
    await world.sql(`insert into ${name} overriding system value table saved_${name}`);
    await world.sql(`drop table saved_${name}`);
  }
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
