import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { readImport } from '@vialkeep/contract/imports.ts';
import { updateTransaction } from '@vialkeep/contract/transactions.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { apply, beginImport, check, csv, jobCause, sendFile, undo } from '../../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { runImport } from '../run-import.ts';

let world: World;
let admin: Caller;
let id: number;
beforeEach(async () => {
  await world?.close();
  world = await newWorld();
  admin = await world.as('admin');
  id = await beginImport(world, admin);
  await sendFile(
    world,
    admin,
    id,
    'people',
    csv(
      'key,plan,email,first_name,last_name',
      ...Array.from({ length: 6 }, (_, n) => `U-${n},2,undo-${n}@example.test,Una,Number ${n}`),
    ),
  );
  await sendFile(
    world,
    admin,
    id,
    'vials',
    csv('key,patient,type,quantity,date', 'V-1,U-3,added,2,2021-05-20', 'V-2,U-4,added,1,2021-05-20'),
  );
  await sendFile(
    world,
    admin,
    id,
    'transactions',
    csv('key,date,buyer,product,amount,patient', 'T-1,2021-04-01,hc@vialkeep.test,2,10.00,U-5'),
  );
  await check(world, admin, id);
  await apply(world, admin, id);
});
afterAll(() => world.close());

const idOf = (n: number) => world.idOf(`undo-${n}@example.test`);
const saleId = async () =>
  (await world.sql<{ id: number }>(`select id from transactions where gateway = 'import'`))[0]?.id;

/** Leaves an undo as a killed server does that has looked at all rows and taken none back yet. */
async function beginUndo(of: number): Promise<void> {
  await world.call(admin, undoImport, { params: { id: of }, body: { reason: 'The wrong file.' } });
  await world.sql('update imports set is_undo_checked = true where id = $1', [of]);
}

test('what is built upon an import before the undo has looked at all rows leaves the import as it is', async () => {
  await world.call(admin, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
  await world.sql(`update users set last_login = now() where email = 'undo-1@example.test'`);
  await runImport(world.app.services, id, jobCause);
  const read = await world.call(admin, readImport, { params: { id } });
  expect(read).toMatchObject({ state: 'applied', undo_reason: '', undone_at: null, counts: { applied: 9 } });
  expect(read.failure).toBe(`Nothing was undone. People have logged in. (1)`);
  await world.sql(`update users set last_login = null where email = 'undo-1@example.test'`);
  expect(await undo(world, admin, id)).toMatchObject({ state: 'undone', failure: null });
});

/** Rows of other capabilities that name a person, as SQL with the person's id as $1. */
const naming: readonly (readonly [label: string, statement: string])[] = [
  [
    'API key',
    `insert into api_keys (domain_id, owner_id, site_id, name, prefix, hash, scopes, expires_on)
       values (1, $1, 1, 'Program', '0abcdefg', sha256('1'), '{users.read}', current_date + 30)`,
  ],
  // A plan that is of every site.
  [
    'Commission rule',
    `with plan as (insert into commission_plans (name, starts_on) values ('Draft', '2040-01-01') returning id)
       insert into commission_rules (plan_id, level, person_id, rate_bp) select id, 'rep', $1, 100 from plan`,
  ],
  [
    'Lot',
    `insert into lots (domain_id, lab_id, kind, name, lot, received_on) values (1, $1, 'kit', 'Kit', '1', '2021-01-01')`,
  ],
  ['Settings of the lab', 'insert into lab_settings (domain_id, lab_id) values (1, $1)'],
  [
    'Storage place',
    `insert into places (domain_id, lab_id, kind, name, code) values (1, $1, 'facility', 'House', (select overlay(code placing 'ZZZZ' from 1 for 4) from places limit 1))`,
  ],
  [
    'Webhook endpoint',
    `insert into webhook_endpoints (domain_id, owner_id, url, types, secret)
       values (1, $1, 'https://example.test/', '{vial.added}', 'sealed')`,
  ],
  [
    'Storage plan',
    `with offer as (insert into storage_offers (domain_id, name, years, price_cents) values (1, 'Ten', 10, 100) returning id)
       insert into storage_enrolments (domain_id, patient_id, offer_id, starts_on) select 1, $1, id, '2021-01-01' from offer`,
  ],
];

test('rows of other capabilities that name an imported person refuse the undo, each by its name', async () => {
  const other = await beginImport(world, admin);
  const lab = 'N-1,Lab,named-lab@example.test,Lara,Lab,Lara';
  const patient = 'N-2,2,named@example.test,Nora,Named,';
  await sendFile(world, admin, other, 'people', csv('key,plan,email,first_name,last_name,company', lab, patient));
  await check(world, admin, other);
  await apply(world, admin, other);
  const ids = { Lara: await world.idOf('named-lab@example.test'), Nora: await world.idOf('named@example.test') };
  for (const [label, statement] of naming) {
    await world.sql(statement, [label === 'Storage plan' ? ids.Nora : ids.Lara]);
  }
  const { possible, built_upon } = await world.call(admin, readImportUndo, { params: { id: other } });
  expect(possible).toBe(false);
  expect(built_upon.map(({ what, examples }) => [what, examples])).toEqual([
    [
      'referred',
      naming.map(([label]) =>
        label === 'Storage plan'
          ? { id: ids.Nora, label: `Storage plan of Nora Named (#${ids.Nora})` }
          : { id: ids.Lara, label: `${label} of Lara Lab (#${ids.Lara})` },
      ),
    ],
  ]);
  const refused = await world.refusalOf(admin, undoImport, { params: { id: other }, body: { reason: 'No.' } });
  expect(refused.reason).toBe('built_upon');
});

test('one edit, one login, one correction and one new relation are named, and the undo is refused', async () => {
  await world.sql(`update users set version = version + 1 where email = 'undo-0@example.test'`);
  await world.sql(`update users set last_login = now() where email = 'undo-1@example.test'`);
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id)
       select 1, patient.id, 'center', center.id from users patient, users center
       where patient.email = 'undo-2@example.test' and center.email = 'hc@vialkeep.test'`,
  );
  await world.call(admin, updateTransaction, {
    params: { id: await saleId() },
    body: { quantity: 2, transaction_note: 'It was two.' },
  });
  const { possible, built_upon } = await world.call(admin, readImportUndo, { params: { id } });
  expect(possible).toBe(false);
  expect(built_upon.map(({ what, count, examples }) => [what, count, examples[0]?.id])).toEqual([
    ['corrected', 1, await saleId()],
    ['edited', 1, await idOf(0)],
    ['logged_in', 1, await idOf(1)],
    ['referred', 1, await idOf(2)],
  ]);
  expect(await world.refusalOf(admin, undoImport, { params: { id }, body: { reason: 'No.' } })).toMatchObject({
    status: 409,
    reason: 'built_upon',
  });
  expect(
    await world.sql(`select count(*)::integer as n from users where email like 'undo-%' and removed_at is null`),
  ).toEqual([{ n: 6 }]);
});

test('what is built upon while the undo runs stays with what it needs, and the rest is undone', async () => {
  await beginUndo(id);
  await world.call(admin, addVialEntry, {
    body: { type: 'shipped', date: '2021-06-01', quantity: 1, user: await idOf(3) },
  });
  await world.sql(`update transactions set version = version + 1 where gateway = 'import'`);
  await runImport(world.app.services, id, jobCause);
  const [row] = await world.sql('select state from imports where id = $1', [id]);
  expect(row).toEqual({ state: 'undone_in_part' });
  expect(
    await world.sql(`select email from users where email like 'undo-%' and removed_at is null order by 1`),
  ).toEqual([{ email: 'undo-3@example.test' }, { email: 'undo-5@example.test' }]);
  expect(await world.sql(`select kind, key from source_keys order by 1, 2`)).toEqual([
    { kind: 'people', key: 'U-3' },
    { kind: 'people', key: 'U-5' },
    { kind: 'transactions', key: 'T-1' },
    { kind: 'vials', key: 'V-1' },
  ]);
  const { possible, built_upon } = await world.call(admin, readImportUndo, { params: { id } });
  expect(possible).toBe(false);
  expect(built_upon.map(({ what, count, examples }) => [what, count, examples[0]?.id])).toEqual([
    ['corrected', 1, await saleId()],
    ['custody', 1, expect.any(Number)],
  ]);
  expect(await world.refusalOf(admin, undoImport, { params: { id }, body: { reason: 'Again.' } })).toMatchObject({
    status: 409,
    reason: 'built_upon',
  });
});

test('what stayed of an undo is listed, and a second undo takes it back once nothing stands on it', async () => {
  await beginUndo(id);
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id)
       select 1, patient.id, 'center', center.id from users patient, users center
       where patient.email = 'undo-2@example.test' and center.email = 'hc@vialkeep.test'`,
  );
  await runImport(world.app.services, id, jobCause);
  const named = await world.call(admin, readImportUndo, { params: { id } });
  expect(named.possible).toBe(false);
  expect(named.built_upon.map(({ what, examples }) => [what, examples[0]?.id])).toEqual([['referred', await idOf(2)]]);
  await world.sql('update relations set ended_at = now() where subject_id = $1', [await idOf(2)]);
  expect(await world.call(admin, readImportUndo, { params: { id } })).toEqual({ possible: true, built_upon: [] });
  expect((await undo(world, admin, id)).state).toBe('undone');
  expect(
    await world.sql(`select count(*)::integer as n from users where email like 'undo-%' and removed_at is null`),
  ).toEqual([{ n: 0 }]);
});

test('an import that was stopped can be undone for as many days as one that ended', async () => {
  await world.sql(
    `update imports set state = 'stopped', applied_at = null, stopped_at = now() - interval '31 days' where id = $1`,
    [id],
  );
  const read = await world.call(admin, readImport, { params: { id } });
  expect([read.may.includes('undo'), new Date(read.undo_until ?? 0) < new Date()]).toEqual([false, true]);
  const refused = await world.refusalOf(admin, undoImport, { params: { id }, body: { reason: 'Too late.' } });
  expect(refused.reason).toBe('too_late');
  await world.sql('update imports set stopped_at = now() where id = $1', [id]);
  expect((await undo(world, admin, id)).state).toBe('undone');
});

test('a processing row whose earlier values are gone stays, and the undo ends', async () => {
  const other = await beginImport(world, admin);
  await sendFile(world, admin, other, 'processing', csv('patient,tracking_id', 'U-0,TRACK-0', 'U-1,TRACK-1'));
  await check(world, admin, other);
  await apply(world, admin, other);
  await beginUndo(other);
  await world.sql(`update import_rows set before = null where import_id = $1 and target_id = $2`, [
    other,
    await idOf(0),
  ]);
  await runImport(world.app.services, other, jobCause);
  const [row] = await world.sql('select state from imports where id = $1', [other]);
  expect(row).toEqual({ state: 'undone_in_part' });
});

test('an entry that lacks a vial stays whole, and so does its patient', async () => {
  await world.sql(
    `update vials set held_at = now(), hold_reason = 'missing' where id = (
       select max(vials.id) from vials where patient_id = $1)`,
    [await idOf(3)],
  );
  expect((await undo(world, admin, id)).state).toBe('undone_in_part');
  expect(await world.sql('select state from vials where patient_id = $1', [await idOf(3)])).toEqual([
    { state: 'stored' },
    { state: 'stored' },
  ]);
  expect(
    await world.sql(`select email from users where email like 'undo-%' and removed_at is null order by 1`),
  ).toEqual([{ email: 'undo-3@example.test' }]);
});

test('vials that were shipped come back first, also where the values of the rows are gone', async () => {
  const other = await beginImport(world, admin);
  await sendFile(
    world,
    admin,
    other,
    'vials',
    csv('patient,type,quantity,date', 'U-0,shipped,1,2021-05-21', 'U-0,added,1,2021-05-20'),
  );
  await check(world, admin, other);
  await apply(world, admin, other);
  await world.sql(`update import_rows set data = '{}' where import_id = $1`, [other]);
  expect((await undo(world, admin, other)).state).toBe('undone');
});

test('what an import undone in part has kept stands on the import before it', async () => {
  const other = await beginImport(world, admin);
  await sendFile(world, admin, other, 'vials', csv('patient,type,quantity,date', 'U-0,added,1,2021-05-20'));
  await check(world, admin, other);
  await apply(world, admin, other);
  await beginUndo(other);
  await world.sql(`update vials set held_at = now(), hold_reason = 'missing' where patient_id = $1`, [await idOf(0)]);
  await runImport(world.app.services, other, jobCause);
  const { possible, built_upon } = await world.call(admin, readImportUndo, { params: { id } });
  expect(possible).toBe(false);
  expect(built_upon.map(({ what, examples }) => [what, examples[0]?.id])).toEqual([['custody', await idOf(0)]]);
});

test('a transaction that no import is undoing cannot be deleted, even by the owner of the table', async () => {
  for (const text of [
    'delete from transactions',
    'truncate transactions cascade',
    `select delete_imported_transactions(${id}, array(select id from transactions))`,
  ]) {
    await expect(world.sql(text)).rejects.toThrow(/kept|append-only|does not work/);
  }
  expect(await world.sql(`select count(*)::integer as n from transactions where gateway = 'import'`)).toEqual([
    { n: 1 },
  ]);
  await undo(world, admin, id);
  expect(await world.sql(`select count(*)::integer as n from transactions where gateway = 'import'`)).toEqual([
    { n: 0 },
  ]);
});
