import type { StoredSource } from '@vialkeep/contract/deviations.ts';
import type { World } from '../world.ts';

type LabSize = { readonly labId: number; readonly centerId: number; readonly patients: number; readonly vials: number };

/**
 * A lab of any size, written by SQL: kits of several lots, harvests, arrivals, batches with two reagents, vials in boxes,
 * every seventh of them shipped. Some boxes and racks were moved, some vials taken out and placed elsewhere.
 */
export async function fillLab(world: World, { labId, centerId, patients, vials }: LabSize): Promise<void> {
  const perPatient = Math.ceil(vials / patients);
  await world.sql('alter table vials disable trigger user');
  await world.sql(
    `create temp table person as
     with made as (
       insert into users (domain_id, plan_id, email, first_name, last_name)
       select 1, 2, 'traced' || n || '-' || gen_random_uuid() || '@trace.test', 'Traced', 'Patient' from generate_series(1, $1::int) n
       returning id
     ) select id, (row_number() over (order by id))::int as n from made`,
    [patients],
  );
  await world.sql(
    `insert into relations (domain_id, subject_id, kind, object_id)
     select 1, person.id, kind.name::relation_kind, kind.of from person, (values ('lab', $1::int), ('center', $2::int)) kind (name, of)`,
    [labId, centerId],
  );
  // Codes by their number: base 16 digits are all in the alphabet of codes.
  const numbered = (letter: string, n: string) =>
    `'${letter}' || substr(lpad(upper(to_hex(${n})), 8, '0'), 2, 3) || '-' || substr(lpad(upper(to_hex(${n})), 8, '0'), 5, 4) || '-0'`;
  await world.sql(
    `create temp table lot_of as
     with made as (
       insert into lots (domain_id, lab_id, kind, name, lot, received_on)
       select 1, $1::int, kind, 'Trace ' || kind, 'TR-' || kind || n, '2026-01-01'
       from (values ('kit'), ('reagent')) k (kind), generate_series(0, 4) n returning id, kind
     ) select id, kind, (row_number() over (partition by kind order by id) - 1)::int as n from made`,
    [labId],
  );
  await world.sql(
    `create temp table kit_of as
     with made as (
       insert into kits (domain_id, lab_id, lot_id, code, state, center_id, sent_at)
       select 1, $1::int, lot_of.id, ${numbered('K', 'person.n')}, 'received', $2::int, '2026-02-01'
       from person join lot_of on lot_of.kind = 'kit' and lot_of.n = person.n % 5 order by person.n returning id, code
     ) select made.id, (row_number() over (order by made.id))::int as n from made`,
    [labId, centerId],
  );
  await world.sql(
    `insert into harvests (domain_id, lab_id, kit_id, patient_id, center_id, harvested_at, late_letters)
     select 1, $1::int, kit_of.id, person.id, $2::int, '2026-02-01'::timestamptz + make_interval(days => person.n % 28), 2
     from person join kit_of using (n) where n % 6 <> 0 order by n`,
    [labId, centerId],
  );
  // Every sixth kit was scanned at the lab only.
  await world.sql(
    `insert into arrivals (domain_id, lab_id, patient_id, kit_id, arrived_at, condition, indicator, identity_matches,
       window_minutes, decision)
     select 1, $1::int, person.id, kit_of.id, '2026-02-02'::timestamptz + make_interval(days => person.n % 28), 'intact',
       'ok', true, 4320, 'accepted'
     from person join kit_of using (n) where n % 6 = 0 order by n`,
    [labId],
  );
  await world.sql(
    `insert into arrivals (domain_id, lab_id, patient_id, harvest_id, arrived_at, condition, indicator, identity_matches,
       window_minutes, decision)
     select 1, $1::int, patient_id, id, harvested_at + interval '1 day', 'intact', 'ok', true, 4320, 'accepted'
     from harvests where lab_id = $1::int and patient_id in (select id from person) order by id`,
    [labId],
  );
  await world.sql(
    `insert into batches (domain_id, lab_id, patient_id, arrival_id, code, passage, opened_on)
     select 1, $1::int, patient_id, id, ${numbered('B', 'patient_id')}, 1, (arrived_at at time zone 'utc')::date + 1
     from arrivals where lab_id = $1::int and patient_id in (select id from person) order by id`,
    [labId],
  );
  await world.sql(
    `insert into batch_lots (batch_id, lot_id, domain_id, lab_id, at)
     select batches.id, lot_of.id, 1, $1::int, batches.opened_on + interval '2 days'
     from batches join person on person.id = batches.patient_id
       join lot_of on lot_of.kind = 'reagent' and lot_of.n in (person.n % 5, person.n % 3)`,
    [labId],
  );
  // A lot that was recorded by mistake for every fourth batch, and taken back.
  await world.sql(
    `insert into batch_lot_corrections (domain_id, lab_id, batch_id, lot_id, is_used)
     select 1, $1::int, batch_lots.batch_id, batch_lots.lot_id, false
     from batch_lots join lot_of on lot_of.id = batch_lots.lot_id and lot_of.n = 1
     where batch_lots.batch_id % 4 = 0`,
    [labId],
  );
  await world.sql(
    `with entry as (
       insert into vial_entries (domain_id, patient_id, type, quantity, date)
       select 1, patient_id, 'added', $2::int, opened_on + 10 from batches
       where patient_id in (select id from person) order by id returning id, patient_id
     )
     insert into vials (domain_id, patient_id, code, added_entry_id, batch_id, lab_id)
     select 1, entry.patient_id, ${numbered('V', '(entry.id * 100 + n)')}, entry.id, batches.id, $1::int
     from entry join batches on batches.patient_id = entry.patient_id, generate_series(1, $2::int) n order by entry.id, n`,
    [labId, perPatient],
  );
  await addMoves(world, labId);
  await world.sql(
    `with parcel as (
       insert into vial_entries (domain_id, patient_id, type, quantity, date, tracking_id)
       select 1, patient_id, 'shipped', count(*), '2026-06-01', 'TRK' || patient_id from vials
       where patient_id in (select id from person) and id % 7 = 0 group by patient_id returning id, patient_id
     )
     update vials set state = 'shipped', shipped_entry_id = parcel.id from parcel
     where parcel.patient_id = vials.patient_id and vials.id % 7 = 0`,
  );
  await world.sql('alter table vials enable trigger user');
  await world.sql('analyze');
}

const BOX = 81;

/** Places the vials into boxes of three freezers on 1 May, and moves some boxes, racks and vials on later days. */
async function addMoves(world: World, labId: number): Promise<void> {
  const place = `insert into places (domain_id, lab_id, parent_id, kind, name, code, rows, columns)`;
  const coded = (letter: string) => `'${letter}' || substr(x, 1, 3) || '-' || substr(x, 4, 4) || '-0'`;
  // The reference makes it another text in each row.
  const random = (row: string) => `(select upper(md5(random()::text || ${row})) as x)`;
  const [facility] = await world.sql<{ id: number }>(
    `${place} select 1, $1::int, null, 'facility', 'Trace', ${coded('F')}, null, null from generate_series(1, 1) n, lateral ${random('n')} r returning id`,
    [labId],
  );
  await world.sql(
    `create temp table freezer as with made as (
       ${place} select 1, $1::int, $2::int, 'freezer', 'Freezer ' || n, ${coded('Z')}, null, null
       from generate_series(1, 3) n, lateral ${random('n')} r returning id
     ) select id, (row_number() over (order by id) - 1)::int as n from made`,
    [labId, facility?.id],
  );
  await world.sql(
    `create temp table rack as with made as (
       ${place} select 1, $1::int, freezer.id, 'rack', 'Rack ' || k.n, ${coded('R')}, null, null
       from freezer, generate_series(1, 4) m, lateral (select m * 10 + freezer.n as n) k, lateral ${random('k.n')} r returning id
     ) select id, (row_number() over (order by id) - 1)::int as n from made`,
    [labId],
  );
  await world.sql(
    `create temp table box as with made as (
       ${place} select 1, $1::int, rack.id, 'box', 'Box ' || k.n, ${coded('B')}, 9, 9
       from generate_series(1, (select count(*) / ${BOX} + 12 from vials where patient_id in (select id from person))::int) m
         join rack on rack.n = m % 12, lateral (select m as n) k, lateral ${random('k.n')} r returning id
     ) select id, (row_number() over (order by id) - 1)::int as n from made`,
    [labId],
  );
  await world.sql(
    `create temp table slot as select vials.id as vial_id, box.id as box_id, (k.n % ${BOX} + 1)::int as position, k.n
     from (select id, row_number() over (order by id) - 1 as n from vials where patient_id in (select id from person)) k
       join vials on vials.id = k.id join box on box.n = k.n / ${BOX}`,
  );
  await world.sql(
    `insert into moves (domain_id, lab_id, vial_id, to_box, position, at)
     select 1, $1::int, vial_id, box_id, position, '2026-05-01T08:00:00Z' from slot order by vial_id`,
    [labId],
  );
  // Every tenth vial leaves its box on 5 May and comes into the last one on 8 May.
  await world.sql(
    `insert into moves (domain_id, lab_id, vial_id, from_box, from_position, at)
     select 1, $1::int, vial_id, box_id, position, '2026-05-05T08:00:00Z' from slot where n % 10 = 0 order by vial_id`,
    [labId],
  );
  await world.sql(
    `insert into moves (domain_id, lab_id, vial_id, to_box, position, at)
     select 1, $1::int, vial_id, (select max(id) from box), position, '2026-05-08T08:00:00Z' from slot where n % 10 = 0
     order by vial_id`,
    [labId],
  );
  // Some boxes stand in the next rack, and some racks in the next freezer, since 10 May.
  await world.sql(
    `insert into moves (domain_id, lab_id, place_id, from_parent, to_parent, at)
     select 1, $1::int, places.id, places.parent_id, next.id, '2026-05-10T08:00:00Z'
     from places join rack on rack.id = places.parent_id join rack next on next.n = (rack.n + 1) % 12
     where places.kind = 'box' and places.id % 3 = 0 and places.id in (select id from box) order by places.id`,
    [labId],
  );
  await world.sql(
    `insert into moves (domain_id, lab_id, place_id, from_parent, to_parent, at)
     select 1, $1::int, places.id, places.parent_id, next.id, '2026-05-12T08:00:00Z'
     from places join freezer on freezer.id = places.parent_id join freezer next on next.n = (freezer.n + 1) % 3
     where places.kind = 'rack' and places.id % 2 = 0 and places.id in (select id from rack) order by places.id`,
    [labId],
  );
  await world.sql(
    `update places set parent_id = moves.to_parent from moves where moves.place_id = places.id and moves.lab_id = $1`,
    [labId],
  );
}

/** The ids of the vials of a source, by a plain query written for the test. */
export async function expectedVials(world: World, labId: number, source: StoredSource): Promise<number[]> {
  const list = async (text: string, values: unknown[]) =>
    (await world.sql<{ id: number }>(`select distinct id from (${text}) found order by id`, values)).map(
      ({ id }) => id,
    );
  if ('kit_lot' in source) {
    return list(
      `with recursive way (kind, id) as (
         select 'lot', $1::int
         union
         select step.kind, step.id from way cross join lateral (
           select 'kit' as kind, kits.id from kits where way.kind = 'lot' and kits.lot_id = way.id
           union all select 'harvest', harvests.id from harvests where way.kind = 'kit' and harvests.kit_id = way.id
           union all select 'arrival', arrivals.id from arrivals where way.kind = 'harvest' and arrivals.harvest_id = way.id
           union all select 'arrival', arrivals.id from arrivals where way.kind = 'kit' and arrivals.kit_id = way.id
           union all select 'batch', batches.id from batches where way.kind = 'arrival' and batches.arrival_id = way.id
           union all select 'vial', vials.id from vials where way.kind = 'batch' and vials.batch_id = way.id
         ) step
       ) select id from way where kind = 'vial'`,
      [source.kit_lot],
    );
  }
  if ('reagent_lot' in source) {
    return list(
      `select vials.id from vials join batch_lots used on used.batch_id = vials.batch_id where used.lot_id = $1
         and not exists (select from batch_lot_corrections c where c.batch_id = used.batch_id and c.lot_id = used.lot_id
           and not c.is_used and not exists (select from batch_lot_corrections d where d.batch_id = c.batch_id
             and d.lot_id = c.lot_id and d.id > c.id))`,
      [source.reagent_lot],
    );
  }
  if ('batch' in source) return list('select id from vials where batch_id = $1', [source.batch]);
  if ('arrival' in source) {
    return list('select vials.id from vials join batches on batches.id = batch_id where arrival_id = $1', [
      source.arrival,
    ]);
  }
  if ('vials' in source) return list('select id from vials where code = any($1)', [source.vials]);
  if ('lab_day' in source) {
    return list(
      `select vials.id from vials join vial_entries e on e.id = vials.added_entry_id
         left join batches on batches.id = vials.batch_id left join arrivals on arrivals.id = batches.arrival_id
       where vials.lab_id = $1 and (e.date = $2::date or batches.opened_on = $2::date
         or (arrivals.arrived_at at time zone 'utc')::date = $2::date
         or exists (select from batch_lots_in_use used where used.batch_id = batches.id
           and (used.at at time zone 'utc')::date = $2::date))`,
      [labId, source.lab_day],
    );
  }
  return listVialsInside(world, source);
}

/**
 * Looks at every moment at which anything was moved, and at the first and last one: the vials that were then somewhere
 * inside the place.
 */
async function listVialsInside(
  world: World,
  { place, from, to }: { readonly place: number; readonly from: string; readonly to: string },
): Promise<number[]> {
  const moments = await world.sql<{ at: Date }>(
    `select distinct at from (select at from moves where at between $1 and $2 union all values ($1::timestamptz), ($2)) m`,
    [from, to],
  );
  const found = new Set<number>();
  for (const { at } of moments) {
    const rows = await world.sql<{ id: number }>(
      `with recursive stood as materialized (
         select places.id, coalesce(
           (select to_parent from moves where place_id = places.id and moves.at <= $2 order by moves.at desc, moves.id desc limit 1),
           (select from_parent from moves where place_id = places.id and moves.at > $2 order by moves.at, moves.id limit 1),
           parent_id) as parent_id from places
       ), inside (id) as (
         select $1::int union select stood.id from inside join stood on stood.parent_id = inside.id
       )
       select last.vial_id as id from (
         select distinct on (vial_id) vial_id, to_box from moves where vial_id is not null and moves.at <= $2
         order by vial_id, moves.at desc, moves.id desc
       ) last where last.to_box in (select id from inside)`,
      [place, at],
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found].toSorted((one, other) => one - other);
}
