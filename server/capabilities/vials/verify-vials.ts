import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { inRanges, type LedgerFault } from '../custody/index.ts';
import { benchFaults } from './bench-faults.ts';

type FaultRow = { patient_id: number; position: number | null; fault: string };

/** Replays the events of every chain to vials and entries, and names the differences to the tables. */
export async function verifyVials(db: Db): Promise<LedgerFault[]> {
  return inRanges(db, (lowest, highest) => listFaults(db, lowest, highest));
}

/** The same for one patient. */
export function verifyVialsOf(db: Db, patientId: number): Promise<LedgerFault[]> {
  return listFaults(db, patientId, patientId);
}

async function listFaults(db: Db, lowest: number, highest: number): Promise<LedgerFault[]> {
  const { rows } = await sql<FaultRow>`
    ${vialFaults(lowest, highest)} union all ${entryFaults(lowest, highest)} union all ${benchFaults(lowest, highest)}
    order by 1, 2`.execute(db);
  return rows.map(({ patient_id, position, fault }) => ({ patientId: patient_id, position, fault }));
}

/** Checks each vial's events: every step must follow from the previous one, and the last must give its state. */
function vialFaults(lowest: number, highest: number) {
  return sql`(
    with step as (
      select event.patient_id, event.position, move.key as move, touched.code,
        lag(move.key) over (partition by event.patient_id, touched.code order by event.position) as before,
        lead(event.position) over (partition by event.patient_id, touched.code order by event.position) is null as is_last
      from custody_events event
        cross join jsonb_each(event.facts -> 'codes') move
        cross join jsonb_array_elements_text(move.value) touched (code)
      where event.patient_id between ${lowest} and ${highest} and event.kind like 'vials.%'
    ), replayed as (
      select *, case move when 'made' then 'stored' when 'returned' then 'stored' else move end as state
      from step where is_last
    ), kept as (
      select patient_id, code, state from vials where patient_id between ${lowest} and ${highest}
    )
    select patient_id, position, 'vial ' || code || ' cannot be ' || move || ' there' as fault
    from step where not case
      when move = 'made' then before is null
      when move = 'returned' then coalesce(before = 'shipped', false)
      else coalesce(before in ('made', 'returned'), false)
    end
    union all
    select coalesce(kept.patient_id, replayed.patient_id), replayed.position,
      'vial ' || coalesce(kept.code, replayed.code) || ' is ' || coalesce(kept.state, 'missing')
        || ' and should be ' || coalesce(replayed.state, 'unknown')
    from kept full join replayed using (patient_id, code) where kept.state is distinct from replayed.state
  )`;
}

/** Checks that each entry's last event has its values or deleted it. */
function entryFaults(lowest: number, highest: number) {
  return sql`(
    with replayed as (
      select distinct on (event.patient_id, event.facts -> 'entry') event.patient_id, event.position,
        (event.facts ->> 'entry')::integer as id, event.facts ->> 'type' as type, event.facts -> 'after' as after
      from custody_events event
      where event.patient_id between ${lowest} and ${highest} and event.kind like 'vials.%'
        and event.kind <> 'vials.discarded'
      order by event.patient_id, event.facts -> 'entry', event.position desc
    ), kept as (
      select patient_id, id, type, case when deleted_at is not null then 'null'::jsonb else
        jsonb_build_object('quantity', quantity, 'date', date, 'tracking_id', tracking_id, 'note', note) end as after
      from vial_entries where patient_id between ${lowest} and ${highest}
    )
    select coalesce(kept.patient_id, replayed.patient_id), replayed.position,
      'entry ' || coalesce(kept.id, replayed.id) || ' is not what the chain says'
    from kept full join replayed using (patient_id, id)
    where kept.type is distinct from replayed.type or kept.after is distinct from replayed.after
  )`;
}
