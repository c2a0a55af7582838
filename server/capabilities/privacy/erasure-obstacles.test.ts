import { closeBatch } from '@vialkeep/contract/batches.ts';
import { erasePerson } from '@vialkeep/contract/privacy.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Intake, openIntake } from '../../testing/bench/intake-world.ts';
import { openOrders } from '../../testing/bench/orders-world.ts';
import { databaseDigest } from '../../testing/database-digest.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { queryAs } from '../../testing/query-as.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld();
  intake = await openIntake(world);
});
afterAll(() => world.close());

/** The answer to the erasure of a person, who has asked for it. */
async function erase(personId: number) {
  await world.sql(
    "update privacy_requests set state = 'withdrawn', ended_at = now() where user_id = $1 and state in ('received', 'in_review')",
    [personId],
  );
  const [request] = await world.sql<{ id: number }>(
    `insert into privacy_requests (domain_id, user_id, kind) select domain_id, id, 'erasure' from users where id = $1
     returning id`,
    [personId],
  );
  return world.refusalOf(intake.admin, erasePerson, {
    params: { id: request?.id },
    body: { confirm: `#${personId}` },
  });
}

const refused = (reason: string) => ({ status: 409, reason });
const inProcess = refused('tissue_in_process');

/** A patient without events, whose record says this. */
async function patientWith(record: string): Promise<number> {
  const id = await newPatient(world);
  await world.sql(`update patient_records set ${record} where patient_id = $1`, [id]);
  return id;
}

const RECEIVED = `date_adipose_shipped_to_lab = '2026-03-01', date_adipose_received_by_lab = '2026-03-03',
  estimated_date_vials_ready_to_ship = '2026-04-17'`;
const PLATED = `${RECEIVED}, stemcell_plating_initiated_date = '2026-03-05'`;

describe('Tissue in process', () => {
  test.each([
    ['on its way', "date_adipose_shipped_to_lab = '2026-03-01'"],
    ['received', RECEIVED],
    ['plated', PLATED],
    [
      'in the sterility test',
      `${PLATED}, stemcell_plating_successful = 1, sterility_start_date = '2026-03-20', sterility_end_date = '2026-04-03'`,
    ],
    ['ready, whose vials are not recorded yet', `${PLATED}, date_vials_ready_to_ship = '2026-04-10'`],
    [
      'of a failed plating, with vials in preparation',
      `${PLATED}, stemcell_plating_successful = 2, vials_preparation = 3`,
    ],
  ])('a patient with a sample %s is refused, and nothing changes', async (_, record) => {
    const id = await patientWith(record);
    const before = await databaseDigest(world, ['privacy_requests']);
    expect(await erase(id)).toEqual(inProcess);
    expect(await databaseDigest(world, ['privacy_requests'])).toEqual(before);
  });

  test('the patients of the demo network whose samples are in process are refused', async () => {
    const people = await world.sql<{ id: number }>(
      `select patient_id as id from patient_records where is_current and stage in ('shipped', 'received', 'plating', 'sterility')
         and stemcell_plating_successful is distinct from 2
         and not exists (select from vials where vials.patient_id = patient_records.patient_id and state = 'stored')`,
    );
    expect(people.length).toBeGreaterThan(5);
    for (const { id } of people) expect(await erase(id), String(id)).toEqual(inProcess);
  });

  test('a patient whose plating failed, whose tissue was rejected or who has sent none is erased', async () => {
    const failed = await patientWith(`${PLATED}, stemcell_plating_successful = 2`);
    const { patient: rejected } = await intake.receive({
      condition: 'open',
      decision: 'rejected',
      reason: 'The box was open',
    });
    const none = await newPatient(world);
    for (const id of [failed, rejected, none]) expect(await erase(id)).toMatchObject({ status: 200 });
  });

  test('a patient is refused from the harvest until the last batch has failed', async () => {
    const { patient } = await intake.harvest();
    expect(await erase(patient)).toEqual(inProcess);
    const { patient: arrived } = await intake.receive();
    expect(await erase(arrived)).toEqual(inProcess);
    const { batch, patient: cultured } = await intake.newBatch();
    // The record does not say it where the lab works by scan alone.
    await world.sql(
      `update patient_records set date_adipose_received_by_lab = null, estimated_date_vials_ready_to_ship = null
       where patient_id = $1`,
      [cultured],
    );
    expect(await erase(cultured)).toEqual(inProcess);
    const body = { outcome: 'failed', reason: 'Mould in every flask' };
    await world.call(intake.lab, closeBatch, { params: { id: batch.id }, body });
    expect(await erase(cultured)).toMatchObject({ status: 200 });
  });
});

describe('What a lab or a clinic keeps', () => {
  test('a lab with batches or vials, and a lab or clinic with patients, are refused, and those without are erased', async () => {
    const [lab, clinic] = [await newAccount(1), await newAccount(4)];
    const patient = await newPatient(world);
    await world.sql("update relations set object_id = $2 where subject_id = $1 and kind = 'lab'", [patient, lab]);
    await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'center', $2)", [
      patient,
      clinic,
    ]);
    expect([await erase(lab), await erase(clinic)]).toEqual([refused('has_patients'), refused('has_patients')]);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [patient]);
    const [batch] = await world.sql<{ id: number }>(
      `insert into batches (domain_id, lab_id, patient_id, code, passage, opened_on)
       values (1, $1, $2, '0000-0000-T', 0, '2026-03-01') returning id`,
      [lab, patient],
    );
    expect(await erase(lab)).toEqual(refused('keeps_samples'));
    await world.sql("update batches set state = 'closed' where id = $1", [batch?.id]);
    await world.sql(
      `with entry as (insert into vial_entries (patient_id, domain_id, type, quantity, date)
         values ($1, 1, 'added', 1, '2026-03-01') returning id)
       insert into vials (patient_id, domain_id, code, added_entry_id, lab_id)
       select $1, 1, '0000-1111-T', id, $2 from entry`,
      [patient, lab],
    );
    expect(await erase(lab)).toEqual(refused('keeps_samples'));
    await world.sql("update vials set state = 'discarded' where lab_id = $1", [lab]);
    for (const account of [lab, clinic]) expect(await erase(account)).toMatchObject({ status: 200 });
  });

  test('a patient, a lab and a buyer with an open order of vials are refused', async () => {
    const orders = await openOrdersOfTheBench();
    const { patient } = await orders.newOrder(1);
    await world.sql(
      "update vials set state = 'discarded', order_id = null, box_id = null, position = null where patient_id = $1",
      [patient],
    );
    await world.sql('update transactions set shipping_date = current_date - 9 where patient_id = $1', [patient]);
    expect(await erase(patient)).toEqual(refused('has_open_orders'));
    const { store } = world.app.services;
    for (const account of [orders.lab, orders.hc]) {
      const [told] = await queryAs<{ obstacles: string[] }>(
        store,
        'platform',
        'select erasure_obstacles($1) as obstacles',
        [account.user.id],
      );
      expect(told?.obstacles).toContain('has_open_orders');
    }
  });
});

/** The bench is on already; it reserves vials on order from here. */
async function openOrdersOfTheBench() {
  await world.sql('delete from lab_settings where lab_id = $1', [intake.lab.user.id]);
  return openOrders(world);
}

async function newAccount(plan: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name)
     values (1, $1, gen_random_uuid() || '@accounts.test', 'New', 'Account') returning id`,
    [plan],
  );
  return row?.id ?? 0;
}
