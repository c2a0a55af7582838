import type pg from 'pg';

export const FIRST_NAMES =
  'Ada Amir Ana Anders Aria Ben Bruno Carla Chen Clara Dana David Elif Elena Emil Esther Farid Felix Grace Hana Henrik Hugo Ida Imani Ines Ivan Jana Jonas Josef Julia Kai Karin Kofi Lara Leila Lena Liam Linh Lucia Maja Marco Maria Mateo Maya Mina Nadia Nils Noah Nora Olga Omar Oscar Paula Petra Rafael Rosa Samir Sara Sofia Tara Theo Tomas Vera Yusuf Zoe'.split(
    ' ',
  );

// Two of these names end in -berg; one person in 250 gets the rare name instead.
export const LAST_NAMES =
  'Abbott Adler Ahmed Almeida Andersen Baker Barros Becker Bell Bianchi Blake Bose Braun Brook Byrne Castro Chavez Costa Cruz Dahl Diaz Dubois Duarte Ekwall Ellis Evans Farkas Ferrari Fischer Flores Foster Fuchs Garcia Gomez Grant Haas Haddad Hansen Hayes Herrera Holm Hughes Ibarra Ito Jansen Jensen Joshi Kaplan Keller Khan Kim Klein Kovac Kumar Lang Larsen Lehmann Lindberg Lopez Lund Mancini Martin Mehta Mendes Meyer Moreau Murphy Nagy Nguyen Novak Nunes Okafor Olsen Ortiz Park Patel Perez Petrov Pires Price Quinn Ramos Reyes Ricci Rossi Sandberg Santos Sato Schmidt Silva Singh Stone Suarez Tanaka Torres Varga Vogel Wagner Walker Weber Wolf Young Zhang'.split(
    ' ',
  );
const RARE_NAME = 'Lundquist';

const COMPANIES = 'Alder Birch Cedar Delta Elm Fjord Garnet Harbor Iris Juniper Kestrel Lark'.split(' ');
const KINDS = 'Clinic Wellness Medical Institute Partners Regenerative'.split(' ');

/** How many of a thousand users have each plan: mostly patients, with the clinics and sales plans around them. */
const PLANS: readonly (readonly [plan: number, inAThousand: number])[] = [
  [2, 800],
  [9, 60],
  [4, 40],
  [5, 30],
  [12, 30],
  [16, 15],
  [3, 15],
  [6, 4],
  [11, 3],
  [8, 2],
  [1, 1],
];

/** This many users share a company name that no other user has, at every size of the network. */
export const FEW = 12;

/** Inserts invented users on both demo sites with the relations of their plans; every tenth patient has vials. */
export async function fillNetwork(owner: pg.Client, howMany: number): Promise<void> {
  await insertUsers(owner, { from: 1, to: howMany, afterId: 0 });
}

/**
 * Inserts further users up to this number, with relations among themselves only: the accounts of the first `filled`
 * users keep their size, as when clinics, labs and sales people join a network.
 */
export async function growNetwork(owner: pg.Client, filled: number, howMany: number): Promise<void> {
  const { rows } = await owner.query<{ last: number }>('select max(id)::int as last from users');
  await insertUsers(owner, { from: filled + 1, to: howMany, afterId: rows[0]?.last ?? 0 });
}

/** Users of a number from `from` to `to` are inserted; relations join users with a higher id than `afterId`. */
type UserRange = { readonly from: number; readonly to: number; readonly afterId: number };

async function insertUsers(owner: pg.Client, { from, to, afterId }: UserRange): Promise<void> {
  const plans = PLANS.flatMap(([plan, share]) => Array<number>(share).fill(plan));
  await owner.query("set maintenance_work_mem = '1GB'");
  await owner.query("set work_mem = '256MB'");
  const { rows } = await owner.query<{ made: string }>("select pg_get_indexdef('users_search'::regclass) as made");
  await owner.query('drop index users_search');
  // The triggers would run a million times; the statements below do their work at once.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company, phone_number, address1, city,
       state_desc, country_desc, zip_code, tags, is_active, date_joined, last_login)
     select case when ${afterId === 0 ? 'shuffled' : 'shuffled / 1000'} % 10 < 7 then 1 else 2 end, ($2::int[])[1 + shuffled % 1000],
       lower(first_name || '.' || last_name) || n || '@people.test', first_name, last_name,
       case when n * ${FEW} % $1 < ${FEW} then 'Zephyr Biologics'
         when ($2::int[])[1 + shuffled % 1000] in (4, 5) then ($5::text[])[1 + n % 12] || ' ' || ($6::text[])[1 + n / 12 % 6] || ' ' || n
         else '' end,
       '+1 555 ' || lpad((n % 10000000)::text, 7, '0'), n % 900 + 1 || ' Main Street', 'Austin', 'Texas', 'United States', '78701',
       case when n % 20 = 0 then '{1}'::smallint[] when n % 33 = 0 then '{1,2}' else '{}' end,
       n % 50 <> 7, now() - ($1 - n) * interval '1 minute', now() - n % 90 * interval '1 day'
     from (
       select n, n::bigint * 7919 % 1000003 as shuffled, ($3::text[])[1 + n::bigint * 31 % 65] as first_name,
         case when n % 250 = 3 then '${RARE_NAME}' else ($4::text[])[1 + n::bigint * 7907 % 103] end as last_name
       from generate_series(${from}, $1::int) n
     ) people`,
    [to, plans, FIRST_NAMES, LAST_NAMES, COMPANIES, KINDS],
  );
  // Without statistics about the new rows the planner would look up each user's relations one by one.
  await owner.query('analyze users');
  await owner.query('truncate user_blocks');
  // Before migration 0042 the function was called user_seats.
  const { rows: functions } = await owner.query<{ name: string }>(
    `select coalesce(to_regproc('user_bitmap_rows'), to_regproc('user_seats'))::text as name`,
  );
  await owner.query(
    `insert into user_blocks (is_active, domain_id, plan_id, tag, block, members)
     select bits.active, bits.site, bits.plan, bits.tag, bits.block, bit_or(bits.seat)
     from users person, ${functions[0]?.name}(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) bits
     where person.removed_at is null group by 1, 2, 3, 4, 5`,
  );
  await relate(owner, afterId);
  await processTissue(owner, afterId);
  await fillAccountPatients(owner);
  await owner.query('set session_replication_role = origin');
  await owner.query(rows[0]?.made ?? '');
  await owner.query('vacuum analyze');
}

/** "The {kind} of a {plan} is a {plan}": assigned in turn among the users of the same site. */
const RELATIONS: readonly (readonly [subject: number, kind: string, object: number])[] = [
  [2, 'center', 4],
  [2, 'lab', 1],
  [12, 'center', 4],
  [9, 'center', 4],
  [4, 'rep', 3],
  [4, 'lab', 1],
  [5, 'center', 4],
  [5, 'rep', 3],
  [16, 'rep', 3],
  [3, 'manager', 6],
  [6, 'distributor', 8],
];

async function relate(owner: pg.Client, afterId: number): Promise<void> {
  for (const [subject, kind, object] of RELATIONS) {
    await owner.query(
      `with objects as (
         select id, domain_id, row_number() over (partition by domain_id order by id) - 1 as place
         from users where plan_id = $3 and is_active and id > $4
       ), sites as (select domain_id, count(*) as all_of_them from objects group by domain_id)
       insert into relations (domain_id, subject_id, kind, object_id, is_single)
       select subject.domain_id, subject.id, rule.kind, objects.id, rule.is_single
       from users subject
         join relation_rules rule on rule.subject_plan = $1 and rule.kind = $2::relation_kind
         join sites on sites.domain_id = subject.domain_id
         join objects on objects.domain_id = sites.domain_id and objects.place = subject.id % sites.all_of_them
       where subject.plan_id = $1 and subject.email like '%@people.test' and subject.id > $4`,
      [subject, kind, object, afterId],
    );
  }
}

async function processTissue(owner: pg.Client, afterId: number): Promise<void> {
  await owner.query(
    `insert into patient_records (patient_id, domain_id, is_current, lab_id, date_adipose_shipped_to_lab,
       date_adipose_received_by_lab, estimated_date_vials_ready_to_ship)
     select id, domain_id, is_active, 'L-' || id, shipped, shipped + 2, shipped + 47
     from (select *, case when id % 2 = 0 then current_date - 60 end as shipped from users) person
     where plan_id = 2 and id > $1 on conflict (patient_id) do nothing`,
    [afterId],
  );
  await owner.query(
    `with entries as (
       insert into vial_entries (patient_id, domain_id, type, quantity, date)
       select patient_id, domain_id, 'added', 4, current_date - 5 from patient_records where patient_id % 10 = 0 and patient_id > $1
       returning id, patient_id, domain_id
     )
     insert into vials (patient_id, domain_id, code, added_entry_id)
     select patient_id, domain_id, code, id from (
       select patient_id, domain_id, id, upper(lpad(to_hex(id * 4::bigint + n), 9, '0')) as hex
       from entries, generate_series(0, 3) n
     ) numbered, lateral (select substr(hex, 1, 4) || '-' || substr(hex, 5, 4) || '-' || substr(hex, 9) as code) coded
     on conflict do nothing`,
    [afterId],
  );
}

/** Earlier versions find the patients of an account by its relations. */
async function fillAccountPatients(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ exists: boolean }>(
    "select to_regproc('refresh_account_patients') is not null as exists",
  );
  if (!rows[0]?.exists) return;
  await owner.query('analyze relations, patient_records, vials');
  await owner.query(`select refresh_account_patients(array_agg(patient_id))
    from (select patient_id, row_number() over (order by patient_id) / 5000 as batch from patient_records) patients
    group by batch`);
  await fillStages(owner);
}

/** The counts of the stages, which the triggers would keep. */
async function fillStages(owner: pg.Client): Promise<void> {
  await owner.query('truncate stage_counts');
  await owner.query(`insert into stage_counts (domain_id, stage, patients)
    select domain_id, stage, count(*) from patient_records where is_current group by 1, 2`);
  const { rows } = await owner.query<{ exists: boolean }>("select to_regclass('stage_days') is not null as exists");
  if (!rows[0]?.exists) return;
  await owner.query('truncate stage_days');
  await owner.query(`insert into stage_days (domain_id, account_id, stage, what, day, patients)
    select domain_id, account_id, stage, what, day, patients from expected_stage_days`);
}
