import { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../kernel/session/actor.ts';
import { newPatient } from '../../../testing/new-patient.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { visibleTo } from '../../network/index.ts';
import { verifyAccountPatients } from '../index.ts';
import { patientScope, selectOwnPatients } from './patient-scope.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const faults = () => verifyAccountPatients(world.app.services.store.read('platform'));

const kinds = ['lab', 'center', 'referral_center', 'affiliate', 'rep'] as const;

/** Each takes a patient's id and a random number. */
const changes: readonly ((patient: number, random: number) => RawBuilder<unknown>)[] = [
  (patient, random) =>
    sql`update relations set ended_at = now() where subject_id = ${patient} and ended_at is null and id % 3 = ${random % 3}`,
  (patient) => sql`update relations set approved_at = now() where subject_id = ${patient} and approved_at is null`,
  ...kinds.map(
    (kind) => (patient: number, random: number) =>
      sql`
      insert into relations (domain_id, subject_id, kind, object_id, approved_at)
      select patient.domain_id, patient.id, ${sql.lit(kind)}, account.id, case when ${random % 5 > 0} then now() end
      from users patient
        join relation_rules rule on rule.subject_plan = patient.plan_id and rule.kind = ${sql.lit(kind)}
        join users account on account.plan_id = rule.object_plan and account.domain_id = patient.domain_id
      where patient.id = ${patient} order by account.id * ${random}::bigint % 101 limit 1
      on conflict do nothing`,
  ),
  (patient, random) => sql`update users set is_active = ${random % 2 === 0} where id = ${patient}`,
  // A donor has no lab.
  (patient) => sql`
    update users set plan_id = case when plan_id = 12 or exists (
      select from relations where subject_id = users.id and ended_at is null and kind = 'lab') then 2 else 12 end
    where id = ${patient}`,
  (patient, random) =>
    sql`update patient_records set stemcell_plating_successful = ${1 + (random % 2)} where patient_id = ${patient}`,
  (patient, random) => sql`
    update patient_records set date_vials_ready_to_ship = ${random % 2 === 0 ? '2026-11-01' : null}::date
    where patient_id = ${patient} and coalesce(date_adipose_received_by_lab, date_adipose_shipped_to_lab) is null`,
  (patient, random) =>
    sql`update patient_records set sterility_complete = ${random % 2 === 0} where patient_id = ${patient}`,
  (patient, random) => sql`
    update patient_records set estimated_is_manual = true, estimated_date_vials_ready_to_ship = '2026-11-01'::date + ${random % 4}::integer
    where patient_id = ${patient}`,
  (patient, random) => sql`
    update patient_records set sterility_start_date = '2026-11-01'::date + ${random % 4}::integer,
      sterility_end_date = '2026-11-15'::date + ${random % 4}::integer where patient_id = ${patient}`,
  (patient, random) => sql`
    update vials set state = ${random % 3 === 0 ? 'withdrawn' : 'stored'}
    where patient_id = ${patient} and state <> 'shipped'`,
  (patient, random) =>
    sql`update patient_records set lab_id = ${`L-${random}`} where patient_id between ${patient} and ${patient + 20}`,
];

describe('Patients of an account', () => {
  test('the patients and their counts are right in the demo network', async () => {
    expect(await faults()).toEqual([]);
    const [row] = await world.sql<{ n: number }>('select count(*)::integer as n from account_patients');
    expect(row?.n).toBeGreaterThan(20);
  });

  test('a seller sees the patients of clinics among their clients, not those of labs and sellers', async () => {
    const [rep, lab, other] = await Promise.all(
      ['rep', 'lab', 'rep2'].map((name) => world.idOf(`${name}@vialkeep.test`)),
    );
    for (const client of [lab, other]) {
      await world.sql(
        `insert into relations (domain_id, subject_id, kind, object_id) select domain_id, id, 'rep', $2 from users
         where id = $1 on conflict do nothing`,
        [client, rep],
      );
    }
    const actor: Pick<Actor, 'userId' | 'plan' | 'scope' | 'domainId'> = {
      userId: UserId.parse(rep),
      plan: Plan.salesRep,
      scope: DomainId.parse(1),
      domainId: DomainId.parse(1),
    };
    const db = world.app.services.store.read(actor.scope);
    const seen = await db
      .selectFrom('patient_records')
      .innerJoin('users', 'users.id', 'patient_records.patient_id')
      .select('users.id')
      .where('is_current', '=', true)
      .where(visibleTo(actor as Actor))
      .orderBy('users.id')
      .execute();
    const rows = await selectOwnPatients(db, patientScope({ id: actor.userId, plan: actor.plan }) ?? 0)
      .orderBy('patient.patient_id')
      .execute();
    expect(rows.map(({ patient_id }) => patient_id)).toEqual(seen.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(0);
  });

  test('2,000 random changes, eight at a time, leave them equal to a recount', async () => {
    const patients = (await world.sql<{ patient_id: number }>('select patient_id from patient_records order by 1')).map(
      ({ patient_id }) => patient_id,
    );
    const { store } = world.app.services;
    let next = 0;
    let made = 0;
    const changeInTurn = async () => {
      while (next < 2_000) {
        next += 1;
        const random = scramble(next);
        const change = changes[random % changes.length];
        const patient = patients[scramble(random) % patients.length];
        if (!change || patient === undefined) throw new Error('There is nothing to change.');
        if (await isAccepted(store.unaudited('a random change', (db) => change(patient, random % 1_000).execute(db))))
          made += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, changeInTurn));
    expect(made).toBeGreaterThan(1_500);
    expect(await faults()).toEqual([]);
  });

  test('a former patient can have two centers as staff', async () => {
    const id = await newPatient(world);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [id]);
    await world.sql('update users set plan_id = 9 where id = $1', [id]);
    await world.sql(
      `insert into relations (domain_id, subject_id, kind, object_id)
       select 1, $1, 'center', id from users where plan_id = 4 and domain_id = 1 order by id limit 2`,
      [id],
    );
    expect(await faults()).toEqual([]);
  });

  test('a first relation and a vial in two transactions at once are both counted', async () => {
    const id = await newPatient(world);
    await world.sql('update relations set ended_at = now() where subject_id = $1 and ended_at is null', [id]);
    const { store } = world.app.services;
    const related = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const first = store.unaudited('the first relation', (db) =>
      db.transaction().execute(async (work) => {
        await sql`insert into relations (domain_id, subject_id, kind, object_id)
          select 1, ${id}, 'lab', id from users where plan_id = 1 and domain_id = 1 order by id limit 1`.execute(work);
        related.resolve();
        await commit.promise;
      }),
    );
    await related.promise;
    const second = store.unaudited('a record at the same time', (db) =>
      sql`update patient_records set sterility_complete = true where patient_id = ${id}`.execute(db),
    );
    const isWaiting = async () =>
      (
        await world.sql(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).length > 0;
    await expect.poll(isWaiting).toBe(true);
    commit.resolve();
    await Promise.all([first, second]);
    expect(await faults()).toEqual([]);
  });

  test('the verification names a listed patient, a count and a day that were changed directly', async () => {
    const [row] = await world.sql<{ account_id: number; patient_id: number; stage: string }>(
      'select account_id, patient_id, stage from account_patients order by account_id, patient_id limit 1',
    );
    if (!row) throw new Error('No account has patients.');
    await world.sql('update account_patients set has_vials = not has_vials where (account_id, patient_id) = ($1, $2)', [
      row.account_id,
      row.patient_id,
    ]);
    await world.sql('update account_patient_counts set patients = patients + 1 where account_id = $1 and stage = $2', [
      row.account_id,
      row.stage,
    ]);
    await world.sql('update stage_days set patients = patients + 1 where account_id is null and domain_id = 1');
    const found = await faults();
    expect(found.at(-1)).toEqual({
      about: 'Site 1',
      fault: expect.stringMatching(/^the stored number of samples in stage \w+ \(.+\) is wrong$/),
    });
    expect(found[0]).toEqual({
      about: `Patient #${row.patient_id} of account #${row.account_id}`,
      fault: 'is listed with outdated values',
    });
    expect(found[1]).toEqual({
      about: `Account #${row.account_id}`,
      fault: `the stored numbers of patients or vials in stage ${row.stage} are wrong`,
    });
  });
});

/** Some random changes violate a constraint or deadlock with each other. */
async function isAccepted(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(23|40P01)/.test(String(error.code))) return false;
    throw error;
  }
}

/** A pseudo-random number that follows from this one. */
function scramble(n: number): number {
  let mixed = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
