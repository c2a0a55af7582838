import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { readImport } from '@vialkeep/contract/imports.ts';
import { createLegalHold } from '@vialkeep/contract/privacy.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
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
  id = await importFile('people', 'key,plan,email,first_name,last_name', 'P-1,2,used@example.test,Una,Used');
});
afterAll(() => world.close());

async function importFile(kind: 'people' | 'vials' | 'processing', ...lines: string[]): Promise<number> {
  const made = await beginImport(world, admin);
  await sendFile(world, admin, made, kind, csv(...lines));
  await check(world, admin, made);
  await apply(world, admin, made);
  return made;
}

async function waiting(): Promise<number> {
  // A transaction sees the sessions as they were at its first look.
  await world.sql('select pg_stat_clear_snapshot()');
  const rows = await world.sql(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Begins the act after the undo has taken its place in the queue for the person's row, and lets both go on. */
async function actDuringUndo<T>(act: () => Promise<T>): Promise<T> {
  await world.call(admin, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
  await world.sql('begin');
  await world.sql(`select from users where email = 'used@example.test' for update`);
  const undone = runImport(world.app.services, id, jobCause);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const acted = act();
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  await world.sql('commit');
  await undone;
  return acted;
}

const standing = () =>
  world.sql(`select (select count(*)::integer from vial_entries where patient_id = users.id) as entries,
    (select count(*)::integer from legal_holds where user_id = users.id) as holds
    from users where username = 'Una Used' and removed_at is not null`);

test('a vial entry of a person whom an undo removes at that moment is refused as if the person was never there', async () => {
  const user = await world.idOf('used@example.test');
  const body = { type: 'added', date: '2021-06-01', quantity: 1, user };
  const refused = await actDuringUndo(() => world.refusalOf(admin, addVialEntry, { body }));
  expect(refused).toMatchObject({ status: 404, reason: 'not_found' });
  expect(await world.call(admin, readImport, { params: { id } })).toMatchObject({ state: 'undone' });
  expect(await standing()).toEqual([{ entries: 0, holds: 0 }]);
});

test('a legal hold on a person whom an undo removes at that moment is refused as if the person was never there', async () => {
  const user = await world.idOf('used@example.test');
  const refused = await actDuringUndo(() =>
    world.refusalOf(admin, createLegalHold, { body: { user_id: user, reason: 'A dispute.' } }),
  );
  expect(refused).toMatchObject({ status: 404, reason: 'not_found' });
  expect(await standing()).toEqual([{ entries: 0, holds: 0 }]);
});

test('a password for a person whom an undo removes at that moment is refused, and no letter leaves', async () => {
  const user = await world.idOf('used@example.test');
  const body = { user_id: user, new_password_change: 'Vialkeep-typed-4711' };
  const refused = await actDuringUndo(() => world.refusalOf(admin, updatePassword, { params: { id: user }, body }));
  expect(refused).toMatchObject({ status: 404, reason: 'not_found' });
  expect(
    await world.sql(
      `select password_hash, (select count(*)::integer from letters where user_id = users.id) as letters,
        (select count(*)::integer from account_keys where user_id = users.id) as keys,
        (select count(*)::integer from credential_holds where user_id = users.id) as holds
       from users where id = $1`,
      [user],
    ),
  ).toEqual([{ password_hash: null, letters: 0, keys: 0, holds: 0 }]);
});

test('a session that an administrator has opened in an account ends when an undo removes the account', async () => {
  const acting = await world.actingAs(admin, 'used@example.test');
  await undo(world, admin, id);
  expect(await world.sql(`select ended_why from sessions where user_id = $1`, [acting.user.id])).toEqual([
    { ended_why: 'account removed' },
  ]);
  expect((await world.refusalOf(acting, currentSession)).status).toBe(401);
});

test('an inspection that lists a removed person is refused only where an import took the person back', async () => {
  const user = await world.idOf('used@example.test');
  const open = `insert into inspections (domain_id, agency, name, email, reason, patient_ids, made_by, ends_at, key_hash)
    select 1, 'Agency', 'Ina', 'ina@agency.test', 'Yearly', array[admin.id, $1::integer], admin.id,
      now() + interval '1 day', sha256($2::bytea) from users admin where admin.email = 'admin@vialkeep.test'`;
  await undo(world, admin, id);
  await expect(world.sql(open, [user, 'a'])).rejects.toMatchObject({ constraint: 'undone_people_are_not_named' });
  await world.sql(`update import_rows set state = 'kept' where target_id = $1`, [user]);
  await world.sql(open, [user, 'b']);
});

test('a checkout of a removed person is refused by the database only where an import took the person back', async () => {
  const user = await world.idOf('used@example.test');
  const open = `insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents,
      gateway, reference)
    select 1, center.id, center.id, 4711, sha256('order'), jsonb_build_object('patientId', $1::integer), 100, 'sandbox',
      'undone-checkout' from users center where center.email = 'hc@vialkeep.test'`;
  await undo(world, admin, id);
  await expect(world.sql(open, [user])).rejects.toMatchObject({ constraint: 'undone_people_are_not_named' });
  await world.sql(`update import_rows set state = 'kept' where target_id = $1`, [user]);
  await world.sql(open, [user]);
});

test('an open checkout that names an imported patient refuses the undo', async () => {
  const user = await world.idOf('used@example.test');
  await world.sql(
    `insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway, reference)
     select 1, center.id, center.id, 4711, sha256('order'), jsonb_build_object('patientId', $1::integer), 100, 'sandbox',
       'open-checkout' from users center where center.email = 'hc@vialkeep.test'`,
    [user],
  );
  const body = { reason: 'The wrong file.' };
  expect((await world.refusalOf(admin, undoImport, { params: { id }, body })).reason).toBe('built_upon');
});

test('rows about a patient who was removed since refuse the undo, and name the patient once', async () => {
  const vials = await importFile(
    'vials',
    'patient,type,quantity,date',
    'P-1,added,1,2021-05-20',
    'P-1,added,2,2021-05-21',
  );
  await world.sql(`update users set is_active = false, removed_at = now() where email = 'used@example.test'`);
  const body = { reason: 'The wrong file.' };
  expect((await world.refusalOf(admin, undoImport, { params: { id: vials }, body })).reason).toBe('built_upon');
});

test('a vial code that was printed, a trace of a vial and an inspection of a patient refuse the undo', async () => {
  const vials = await importFile('vials', 'patient,type,quantity,date', 'P-1,added,1,2021-05-20');
  const lists = [
    `insert into label_prints (domain_id, lab_id, codes, format)
       select 1, lab.id, array[vials.code], 'roll' from vials, users lab
       where vials.patient_id = $1 and lab.email = 'lab@vialkeep.test'`,
    `insert into deviations (domain_id, lab_id, title, text, is_drill, source)
       select 1, lab.id, 'Drill', '', true, jsonb_build_object('vials', jsonb_build_array(vials.code)) from vials, users lab
       where vials.patient_id = $1 and lab.email = 'lab@vialkeep.test'`,
    `insert into inspections (domain_id, agency, name, email, reason, patient_ids, made_by, ends_at, key_hash)
       select 1, 'Agency', 'Ina', 'ina@agency.test', 'Yearly', array[$1::integer], admin.id, now() + interval '1 day',
         sha256('key') from users admin where admin.email = 'admin@vialkeep.test'`,
  ];
  const user = await world.idOf('used@example.test');
  for (const list of lists) await world.sql(list, [user]);
  const outlook = async (of: number) =>
    (await world.call(admin, readImportUndo, { params: { id: of } })).built_upon.flatMap(({ examples }) =>
      examples.map(({ label }) => label.replace(/\d+/g, 'N')),
    );
  expect(await outlook(vials)).toEqual(['Deviation #N', 'Printed vial label of Una Used (#N)']);
  expect(await outlook(id)).toContain('Inspection #N');
});
