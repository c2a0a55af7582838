import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** Replays holds, reservations, positions and picks of these patients' vials, and names the differences to their rows. */
export function benchFaults(lowest: number, highest: number): RawBuilder<unknown> {
  return sql`(
    with step as (
      select event.patient_id, event.position as event, event.facts, touched.code, move.name as move
      from custody_events event
        cross join lateral (
          select key as name, value as codes
          from jsonb_each(case jsonb_typeof(event.facts -> 'codes') when 'object' then event.facts -> 'codes' else '{}' end)
          union all select event.kind, event.facts -> 'codes' where jsonb_typeof(event.facts -> 'codes') = 'array'
        ) move
        cross join jsonb_array_elements_text(move.codes) touched (code)
      where event.patient_id between ${lowest} and ${highest} and (event.kind like 'vials.%' or event.kind like 'bench.%')
    ), said as (
      select step.patient_id, step.event, step.code, told.about, told.words from step cross join lateral (values
        ('hold', case
          when move = 'bench.quarantined' or move = 'bench.found' and facts ->> 'reason' is not null
            then concat_ws(' ', 'in quarantine:', facts ->> 'reason', facts ->> 'deviation')
          when move in ('bench.released', 'bench.found') or move not like 'bench.%' then 'released' end),
        ('order', case
          when move = 'bench.reserved' then 'reserved for order ' || (facts ->> 'order')
          when move in ('bench.freed', 'bench.quarantined', 'made', 'returned', 'withdrawn', 'discarded') then 'free' end),
        ('position', case
          when move in ('bench.placed', 'bench.undone') and facts ->> 'box' is not null
            then 'in box ' || (facts ->> 'box') || ', position ' || (facts ->> 'position')
          when move in ('bench.taken', 'bench.picked') or move not like 'bench.%' or facts ? 'box' then 'unplaced' end),
        ('pick', case
          when move = 'bench.packed' then 'packed'
          when move = 'bench.picked' or move = 'bench.undone' and facts ->> 'undoes' = 'bench.packed' then 'picked'
          when move in ('bench.undone', 'bench.freed', 'made', 'returned', 'withdrawn', 'discarded') then 'not picked' end)
      ) told (about, words) where told.words is not null
    ), replayed as (
      select distinct on (patient_id, code, about) * from said order by patient_id, code, about, event desc
    ), kept as (
      select vials.patient_id, vials.code, told.about, told.words from vials cross join lateral (values
        ('hold', case when held_at is null then 'released'
          else concat_ws(' ', 'in quarantine:', hold_reason, hold_deviation_id) end),
        ('order', case when order_id is null then 'free' else 'reserved for order ' || order_id end),
        ('position', case when box_id is null then 'unplaced'
          else 'in box ' || box_id || ', position ' || vials.position end),
        ('pick', case when packed_at is not null then 'packed' when picked_at is not null then 'picked'
          else 'not picked' end)
      ) told (about, words)
      where vials.patient_id between ${lowest} and ${highest}
    ), compared as (
      -- grouped rather than joined: the planner expects few rows here, and would compare each with each
      select patient_id, code, about, words as "is", null::text as should_be, null::integer as event from kept
      union all select patient_id, code, about, null, words, event from replayed
    )
    select patient_id, max(event), 'vial ' || code || ' is ' || max("is") || ' and should be ' || max(should_be)
    from compared group by patient_id, code, about having max("is") <> max(should_be)
  )`;
}

/** Counts the vials and positions of every place again, and names those whose sums differ. */
export async function verifyPlaces(db: Db): Promise<{ about: string; fault: string }[]> {
  const { rows } = await sql<{ id: number; fault: string }>`
    with recursive inside as (
      select id as place, id as part from places
      union all select inside.place, places.id from inside join places on places.parent_id = inside.part
    ), counted as (
      select inside.place as id, coalesce(sum(box.vials), 0)::integer as filled,
        coalesce(sum(part.rows * part.columns) filter (where part.retired_at is null or part.id = inside.place), 0)::integer
          as capacity
      from inside join places part on part.id = inside.part
        left join (select box_id, count(*) as vials from vials where box_id is not null group by box_id) box
          on box.box_id = part.id
      group by inside.place
    )
    select id, 'has ' || places.filled || ' of ' || places.capacity || ' and should have ' || counted.filled || ' of '
      || counted.capacity as fault
    from places join counted using (id)
    where (places.filled, places.capacity) is distinct from (counted.filled, counted.capacity) order by id`.execute(db);
  return rows.map(({ id, fault }) => ({ about: `Place #${id}`, fault }));
}

/** Names the entries whose vials are not all of one batch: a recall finds vials by it. */
export async function verifyBatchesOfEntries(db: Db): Promise<{ about: string; fault: string }[]> {
  const { rows } = await sql<{ id: number; codes: string[] }>`
    select added_entry_id as id, array_agg(distinct coalesce(batches.code, 'none')) as codes
    from vials left join batches on batches.id = vials.batch_id
    group by added_entry_id having count(distinct coalesce(vials.batch_id, 0)) > 1 order by added_entry_id`.execute(db);
  return rows.map(({ id, codes }) => ({
    about: `Entry of vials #${id}`,
    fault: `its vials are of more than one batch: ${codes.join(', ')}`,
  }));
}
