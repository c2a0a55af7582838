import { payStorageInvoice, readOwnStorage } from '@vialkeep/contract/storage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { cardTokenOf } from '../../testing/fakes/payments/sandbox-token.ts';
import { addOffer, addPlan, dayFromNow, runBilling, switchStorage } from '../../testing/storage/storage-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { runStorageMonth } from './storage-billing.jobs.ts';
import { verifyStorage } from './verify-storage.ts';

const TABLES = [
  'storage_enrolments',
  'storage_invoices',
  'storage_charges',
  'journal_entries',
  'journal_lines',
  'letters',
  'audit_log',
];

let world: World;
let paid: number;
beforeAll(async () => {
  world = await newWorld();
  await switchStorage(world, true);
  const offerId = await addOffer(world);
  const patient = await world.as('patient2');
  // A year that began some months ago, so that a part of it is recognised.
  const startsOn = dayFromNow(-100);
  await addPlan(world, { patientId: patient.user.id, offerId, startsOn, automatic: false });
  await addPlan(world, {
    patientId: await world.idOf('patient3@vialkeep.test'),
    offerId,
    startsOn: dayFromNow(3),
    automatic: false,
  });
  await runBilling(world, dayFromNow(-100));
  await runBilling(world, dayFromNow(0));
  paid = (await world.call(patient, readOwnStorage)).invoices[0]?.id ?? 0;
  const card_token = await cardTokenOf(world);
  await world.call(patient, payStorageInvoice, {
    body: { invoice_id: paid, card_token, full_name: 'Felix Andersen' },
  });
  await runStorageMonth(world.app.services, dayFromNow(0), actorlessContext('test'));
  for (const table of TABLES) await world.sql(`alter table ${table} disable trigger all`);
});
let mistakesFound = 0;
afterAll(async () => {
  await world.close();
  process.stdout.write(`planted mistakes of storage plans: ${mistakesFound} of ${mistakes.length} found\n`);
});

const faults = () => verifyStorage(world.app.services.store.read('platform'));
const ENTRY = "(select id from journal_entries where key = 'storage:' || :paid)";
const MONTH = "(select id from journal_entries where kind = 'recognised')";

const mistakes: readonly (readonly [string, RegExp, string])[] = [
  [
    'a changed price',
    /differs from its journal entry/,
    'update storage_invoices set cents = cents + 1 where id = :paid',
  ],
  [
    'a flipped cent',
    /differs from its journal entry/,
    `update journal_lines set cents = cents + 1 where n = 1 and entry_id = ${ENTRY}`,
  ],
  [
    'a changed account',
    /differs from its journal entry/,
    `update journal_lines set account = 4020 where n = 2 and entry_id = ${ENTRY}`,
  ],
  ['a missing line', /differs from its journal entry/, `delete from journal_lines where n = 2 and entry_id = ${ENTRY}`],
  [
    'a missing entry',
    /has no journal entry/,
    "update journal_entries set key = 'storage:0' where key = 'storage:' || :paid",
  ],
  [
    'an entry of an invoice that is open',
    /has no storage invoice that is paid/,
    "update storage_invoices set state = 'open', paid_on = null, recognised_cents = 0 where id = :paid",
  ],
  [
    'an invoice that is paid without a charge',
    /was charged 0 times/,
    "update storage_invoices set state = 'paid', paid_on = due_on where state = 'open' and domain_id = 1",
  ],
  [
    'a charge of an invoice that is open',
    /was charged 1 times/,
    `insert into storage_charges (invoice_id, domain_id, tried_on, gateway, reference, state, gateway_id, settled_at)
     select id, domain_id, due_on, 'sandbox', 'planted', 'charged', 'planted', now() from storage_invoices where state = 'open' and domain_id = 1`,
  ],
  [
    'a changed digest',
    /differs from its audit row/,
    "update journal_entries set digest = sha256('') where key = 'storage:' || :paid",
  ],
  [
    'a deleted audit row',
    /differs from its audit row/,
    "delete from audit_log where action = 'storage.settle_charge' and subject_id = :paid::text",
  ],
  ['a deleted receipt', /has 0 receipts/, "delete from letters where kind = 'storage_receipt'"],
  [
    'a second receipt',
    /has 2 receipts/,
    `insert into letters (domain_id, kind, recipient, sender, subject, text_body, html_body, message_id)
     select domain_id, kind, recipient, sender, subject, '', '', 'again' from letters where kind = 'storage_receipt'`,
  ],
  [
    'a gap in the numbers',
    /their numbers end at 3, and there are 2/,
    'update storage_invoices set number = 3 where number = 2 and domain_id = 1',
  ],
  [
    'revenue recognised too early',
    /more was recognised than it has earned/,
    'update storage_invoices set recognised_cents = cents where id = :paid',
  ],
  [
    'a forgotten recognition',
    /are paid and neither recognised nor refunded/,
    'update storage_invoices set recognised_cents = recognised_cents - 1 where id = :paid',
  ],
  [
    'a changed entry of a month',
    /are paid and neither recognised nor refunded/,
    `update journal_lines set cents = cents + 1 where account = 2100 and entry_id = ${MONTH}`,
  ],
  [
    'an open invoice of an ended plan',
    /open although its plan has ended/,
    "update storage_enrolments set state = 'ended', decision = 'keep', decided_at = now()",
  ],
  [
    'a charge that was forgotten',
    /waited for the gateway for more than a day/,
    `insert into storage_charges (invoice_id, domain_id, tried_on, gateway, reference, begun_at)
     select id, domain_id, due_on, 'sandbox', 'planted', now() - interval '2 days' from storage_invoices where state = 'open' and domain_id = 1`,
  ],
];

test('what the product did has no fault', async () => {
  expect(await faults()).toEqual([]);
});

test.each(mistakes)('%s is found and named', async (_name, fault, statement) => {
  for (const name of TABLES) await world.sql(`create table saved_${name} as table ${name}`);
  await world.sql(statement.replaceAll(':paid', String(paid)));
  expect((await faults()).map((one) => one.fault).join('\n')).toMatch(fault);
  for (const name of TABLES.toReversed()) await world.sql(`delete from ${name}`);
  for (const name of TABLES) {
    await world.sql(`insert into ${name} overriding system value table saved_${name}`);
    await world.sql(`drop table saved_${name}`);
  }
  expect(await faults()).toEqual([]);
  mistakesFound += 1;
});
