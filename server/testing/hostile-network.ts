import { ProcessingData } from '@vialkeep/contract/processing.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { World } from './world.ts';

/** White space of other alphabets, which PostgreSQL does not trim by itself. */
const whiteSpace = ['', ' ', '\t', '\u00a0', '\ufeff', '\u3000', '\u2009\v', '\r\n'];

/**
 * Inserts users of all plans on both demo sites, with hostile texts in every column, relations of every rule between
 * them, also pending and ended ones, records, vials and saved cards; some users are inactive or removed.
 */
export async function fillHostileNetwork(world: World, howMany: number): Promise<void> {
  const texts = hostileTexts(howMany).map((text) => text.slice(0, 2_000));
  const labTexts = texts
    .map((text) => text.trim())
    .filter((text) => ProcessingData.shape.lab_id.safeParse(text).success);
  // Each part of a user gets another text.
  const text = (shift: number) => `($1::text[])[1 + (n * 7 + ${shift} * 131) % ${texts.length}]`;
  const space = (shift: number) => `($2::text[])[1 + (n / 3 + ${shift}) % ${whiteSpace.length}]`;
  const sometimes = (shift: number, value: string) => `case when (n + ${shift}) % 3 = 0 then '' else ${value} end`;
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company, phone_number, address1, address2, city,
       state_desc, country_desc, zip_code, template_id, document_id, tags, is_active, date_joined)
     select 1 + n % 2, plans.id, 'hostile' || n || regexp_replace(left(${text(0)}, 40), '[\\s@]', '', 'g') || '@hostile.test',
       ${space(0)} || ${sometimes(0, text(1))}, ${sometimes(1, text(2))} || ${space(1)}, ${sometimes(2, text(3))},
       ${text(4)}, ${text(5)}, ${text(6)}, ${text(7)}, ${text(8)}, ${text(9)}, ${text(10)},
       nullif(${text(11)}, ''), case when n % 4 = 0 then '' else ${text(12)} end,
       (array['{}', '{1}', '{2}', '{1,2}'])[1 + n % 4]::smallint[], n % 13 > 0,
       '2026-01-01T00:00:00Z'::timestamptz - n * interval '1 day 0.7654321 seconds'
     from generate_series(1, $3::integer) n
       join (select id, row_number() over (order by id) - 1 as place, count(*) over () as all_of_them from plans) plans
         on n / 2 % all_of_them = place`,
    [texts, whiteSpace, howMany],
  );
  await relateHostileUsers(world);
  // As the lab records them: the contract trims these texts.
  await world.sql(
    `insert into patient_records (patient_id, domain_id, lab_id, number_times_qc_done, date_adipose_shipped_to_lab,
       date_adipose_received_by_lab, estimated_date_vials_ready_to_ship, stemcell_plating_initiated_date,
       stemcell_plating_successful, date_vials_ready_to_ship, vials_preparation, hla_typing_test, sterility_start_date,
       sterility_end_date, sterility_complete)
     select n, domain_id, ($1::text[])[1 + n % $2], ($1::text[])[1 + n * 7 % $2], day, day + 1, day + 46, day + 2,
       nullif(n % 3, 0), day + 60, n % 90, nullif(n / 2 % 3, 0), day + 3, day + 17, nullif(n % 3, 0) = 1
     from (select id as n, domain_id, case when id % 5 > 0 then date '2026-01-01' + id % 700 end as day
       from users where email like '%@hostile.test' and (plan_id = 2 or id % 9 = 0)) patient
     on conflict (patient_id) do update set (lab_id, number_times_qc_done, date_adipose_shipped_to_lab,
       date_adipose_received_by_lab, estimated_date_vials_ready_to_ship, stemcell_plating_initiated_date,
       stemcell_plating_successful, date_vials_ready_to_ship, vials_preparation, hla_typing_test, sterility_start_date,
       sterility_end_date, sterility_complete) = (excluded.lab_id, excluded.number_times_qc_done,
       excluded.date_adipose_shipped_to_lab, excluded.date_adipose_received_by_lab,
       excluded.estimated_date_vials_ready_to_ship, excluded.stemcell_plating_initiated_date,
       excluded.stemcell_plating_successful, excluded.date_vials_ready_to_ship, excluded.vials_preparation,
       excluded.hla_typing_test, excluded.sterility_start_date, excluded.sterility_end_date, excluded.sterility_complete)`,
    [labTexts, labTexts.length],
  );
  await storeHostileVials(world);
  await saveHostileCards(world);
  await world.sql(
    `update users set is_active = false, removed_at = now() where email like '%@hostile.test' and id % 17 = 0`,
  );
  await world.sql('analyze');
}

/** Up to three relations for a user and a kind, where its rule allows several. */
async function relateHostileUsers(world: World): Promise<void> {
  await world.sql(
    `with people as (
       select id, domain_id, plan_id, row_number() over (partition by domain_id, plan_id order by id) - 1 as place,
         count(*) over (partition by domain_id, plan_id) as all_of_them
       from users where email like '%@hostile.test')
     insert into relations (domain_id, subject_id, kind, object_id, approved_at, ended_at)
     select distinct on (subject.id, rule.kind, object.id) subject.domain_id, subject.id, rule.kind, object.id,
       case when rule.kind = 'center' and subject.id % 8 = 0 then null else now() end,
       case when subject.id % 10 = 0 then now() end
     from people subject
       join relation_rules rule on rule.subject_plan = subject.plan_id
       cross join generate_series(1, 3) n
       join people object on object.domain_id = subject.domain_id and object.plan_id = rule.object_plan
         and object.place = (subject.id * 7 + n * 5 + length(rule.kind::text)) % object.all_of_them
     where object.id <> subject.id and (n = 1 or not rule.is_single) and (subject.id / 3 + n + length(rule.kind::text)) % 3 > 0
     order by subject.id, rule.kind, object.id, n`,
  );
}

/** Stored, shipped and withdrawn vials, also of users who are no patients any more. */
async function storeHostileVials(world: World): Promise<void> {
  // The triggers compare a ledger with its vials, which are of no interest here.
  await world.sql('set session_replication_role = replica');
  await world.sql(
    `with added as (
       insert into vial_entries (patient_id, domain_id, type, quantity, date)
       select patient_id, domain_id, 'added', 6, '2026-01-01' from patient_records where patient_id % 3 > 0
       returning id, patient_id, domain_id)
     insert into vials (patient_id, domain_id, code, added_entry_id, state, shipped_entry_id)
     select patient_id, domain_id, '9999-' || upper(lpad(to_hex(patient_id % 65536), 4, '0')) || '-' || n, id, state,
       case when state = 'shipped' then id end
     from added, generate_series(1, 6) n,
       lateral (select (array['stored', 'shipped', 'withdrawn'])[1 + (patient_id * n) % 3] as state) chosen`,
  );
  await world.sql('set session_replication_role = origin');
}

/** Customers of two gateways: with several cards, without a card, and without an id of the gateway. */
async function saveHostileCards(world: World): Promise<void> {
  await world.sql(
    `insert into payment_customers (user_id, domain_id, gateway, reference, customer_id)
     select id, domain_id, gateway, left(gateway, 1) || id, case when id % 4 > 0 then '=' || gateway || id end
     from users, unnest(array['sandbox', 'authorizenet']) gateway where email like '%@hostile.test' and id % 3 = 0`,
  );
  await world.sql(
    `insert into saved_cards (domain_id, user_id, gateway, customer_id, card_id, brand, last4, holder, expires, is_default)
     select domain_id, user_id, gateway, customer_id, '@' || gateway || n, 'Visa', '1111', 'A', '2039-01',
       n = 1 + user_id % 2
     from payment_customers, generate_series(1, 2) n where customer_id like '=%' and user_id % 5 > 0`,
  );
}
