import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
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
  await world.call(admin, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
  // The job has not begun yet.
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
  await world.call(admin, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
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
  await world.call(admin, undoImport, { params: { id: other }, body: { reason: 'The wrong file.' } });
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
