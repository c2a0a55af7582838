import type pg from 'pg';
import { FIRST_NAMES, LAST_NAMES } from '../../harness/people-network.ts';

/** A lab whose patients belong to this many harvest centers. */
export type LabSize = { readonly email: string; readonly patients: number; readonly centers: number };

/** This many patients of every lab have a last name that no other user has. */
const RARE_NAMES = 12;
const AT_ONCE = 5_000;

/**
 * The courses of samples. `below` is the upper end of the share in 200 patients; every other figure says how many days
 * ago a step happened, and `spread` moves all steps of a patient back by up to as many days.
 */
const COURSES: readonly Readonly<Record<string, number | boolean>>[] = [
  // 3 % are late: their estimate, 45 days after the receipt, has passed.
  { below: 2, shipped: 52, received: 50, spread: 20 },
  { below: 4, shipped: 52, received: 50, plated: 45, plating: 1, spread: 20 },
  { below: 6, shipped: 52, received: 50, plated: 45, plating: 1, tested: 20, is_complete: true, spread: 20 },
  // 2 % need attention for the other four reasons.
  { below: 7, shipped: 22, received: 20, plated: 10, plating: 2, spread: 10 },
  { below: 8, shipped: 30, received: 28, plated: 24, plating: 1, tested: 16, spread: 10 },
  { below: 9, shipped: 10, spread: 5 },
  {
    below: 10,
    shipped: 62,
    received: 60,
    plated: 55,
    plating: 1,
    tested: 40,
    is_complete: true,
    ready: 20,
    spread: 90,
  },
  { below: 20, spread: 1 },
  { below: 30, shipped: 0, spread: 5 },
  { below: 50, shipped: 3, received: 1, spread: 9 },
  { below: 80, shipped: 14, received: 12, plated: 8, spread: 8 },
  { below: 110, shipped: 27, received: 25, plated: 20, plating: 1, tested: 0, spread: 13 },
  {
    below: 200,
    shipped: 52,
    received: 50,
    plated: 45,
    plating: 1,
    tested: 30,
    is_complete: true,
    ready: 5,
    spread: 900,
  },
];

/** Samples at or above this are ready and have vials. */
const READY_WITH_VIALS = 110;

/** Creates a lab with its centers and patients. The triggers of the product fill the lists and counts of the accounts. */
export async function fillLab(owner: pg.Client, { email, patients, centers }: LabSize): Promise<void> {
  const { lab, centerIds } = await createAccounts(owner, email, centers);
  for (let done = 0; done < patients; done += AT_ONCE) {
    await owner.query('begin');
    const ids = await createPatients(owner, email, { from: done, to: Math.min(done + AT_ONCE, patients), patients });
    await recordProcessing(owner, ids);
    await addVials(owner, ids);
    await relatePatients(owner, ids, lab, centerIds);
    await owner.query('commit');
  }
}

/** The lab has the password of the demo lab. */
async function createAccounts(owner: pg.Client, email: string, centers: number) {
  const { rows } = await owner.query<{ id: number; plan_id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company, password_hash, check_agreement)
     select domain_id, case when n = 0 then 1 else 4 end, case when n = 0 then $1 else n || '.' || $1 end,
       'Account', 'Number ' || n, case when n = 0 then 'Lab ' else 'Center ' || n || ' of ' end || $1, password_hash,
       check_agreement
     from users, generate_series(0, $2::int) n where email = 'lab@vialkeep.test' returning id, plan_id`,
    [email, centers],
  );
  const lab = rows.find(({ plan_id }) => plan_id === 1)?.id ?? 0;
  return { lab, centerIds: rows.filter(({ plan_id }) => plan_id === 4).map(({ id }) => id) };
}

async function createPatients(
  owner: pg.Client,
  email: string,
  { from, to, patients }: { from: number; to: number; patients: number },
): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name, phone_number, city, date_joined)
     select id, 2, 'patient' || n || '.' || $1, ($5::text[])[1 + n * 31 % 65],
       case when n::bigint * ${RARE_NAMES} % $4 < ${RARE_NAMES} then 'Zephyrine' else ($6::text[])[1 + n::bigint * 7907 % 103] end,
       '+1 555 ' || lpad(n::text, 7, '0'), 'Austin', now() - ($4 - n) * interval '10 minutes'
     from domains, generate_series($2::int, $3::int - 1) n where is_main returning id`,
    [email, from, to, patients, FIRST_NAMES, LAST_NAMES],
  );
  return rows.map(({ id }) => id);
}

async function recordProcessing(owner: pg.Client, ids: readonly number[]): Promise<void> {
  await owner.query(
    `update patient_records set lab_id = 'L-' || patient_id, date_adipose_shipped_to_lab = day - shipped,
       date_adipose_received_by_lab = day - received, estimated_date_vials_ready_to_ship = day - received + 45,
       stemcell_plating_initiated_date = day - plated, stemcell_plating_successful = plating,
       sterility_start_date = day - tested, sterility_end_date = day - tested + 14, sterility_complete = is_complete,
       date_vials_ready_to_ship = day - ready
     from (
       select id, course.*, current_date - id / 200 % spread as day from unnest($1::int[]) id cross join lateral (
         select * from jsonb_to_recordset($2::jsonb) as courses (below int, shipped int, received int, plated int,
           plating smallint, tested int, is_complete boolean, ready int, spread int)
         where id % 200 < below order by below limit 1) course
     ) recorded where patient_id = recorded.id`,
    [ids, JSON.stringify(COURSES)],
  );
}

async function addVials(owner: pg.Client, ids: readonly number[]): Promise<void> {
  await owner.query(
    `with entries as (
       insert into vial_entries (patient_id, domain_id, type, quantity, date)
       select patient_id, domain_id, 'added', 4, date_vials_ready_to_ship from patient_records
       where patient_id = any($1) and patient_id % 200 >= ${READY_WITH_VIALS} returning id, patient_id, domain_id
     )
     insert into vials (patient_id, domain_id, code, added_entry_id)
     select patient_id, domain_id, substr(hex, 1, 4) || '-' || substr(hex, 5, 4) || '-' || substr(hex, 9), id
     from entries, generate_series(0, 3) n, lateral (select upper(lpad(to_hex(id * 4::bigint + n), 9, '0')) as hex) coded`,
    [ids],
  );
}

async function relatePatients(owner: pg.Client, ids: readonly number[], lab: number, centerIds: readonly number[]) {
  await owner.query(
    `insert into relations (domain_id, subject_id, kind, object_id)
     select users.domain_id, users.id, related.kind::relation_kind, related.id
     from users cross join lateral (
       values ('lab', $2::int), ('center', ($3::int[])[1 + users.id / 7 % cardinality($3::int[])])
     ) related (kind, id)
     where users.id = any($1)`,
    [ids, lab, centerIds],
  );
}
