import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { inRanges, type LedgerFault } from '../custody/index.ts';

type FaultRow = { patient_id: number; position: number | null; field: string };

/** Replays the events of every chain and names the fields in which the record differs. */
export async function verifyProcessing(db: Db): Promise<LedgerFault[]> {
  return inRanges(db, async (lowest, highest) => {
    const { rows } = await sql<FaultRow>`
      with changes as (
        select event.patient_id, event.position, change.key as field, change.value -> 'from' as before,
          change.value -> 'to' as after,
          lag(change.value -> 'to') over field as expected,
          lead(event.position) over field is null as is_last
        from custody_events event cross join jsonb_each(event.facts) change
        where event.patient_id between ${lowest} and ${highest} and event.kind = 'processing.changed'
        window field as (partition by event.patient_id, change.key order by event.position)
      ), blank as (
        select * from jsonb_each('{"lab_id": "", "number_times_qc_done": "", "vials_preparation": 0,
          "estimated_date_set_manually": false}')
      ), kept as (
        select record.patient_id, field.key as field, field.value
        from patient_records record cross join jsonb_each(
          to_jsonb(record) - 'patient_id' - 'domain_id' - 'is_current' - 'stage' - 'stage_since' - 'estimated_is_manual'
            || jsonb_build_object('estimated_date_set_manually', record.estimated_is_manual)) field
        where record.patient_id between ${lowest} and ${highest}
      )
      select coalesce(kept.patient_id, changes.patient_id) as patient_id, changes.position,
        coalesce(kept.field, changes.field) as field
      from kept left join blank on blank.key = kept.field
        full join (select * from changes where is_last) changes
          on changes.patient_id = kept.patient_id and changes.field = kept.field
      where coalesce(changes.after, blank.value, 'null') is distinct from kept.value
      union all
      select patient_id, position, field from changes left join blank on blank.key = field
      where before is distinct from coalesce(expected, blank.value, 'null')
      order by 1, 2, 3`.execute(db);
    return rows.map(({ patient_id, position, field }) => ({
      patientId: patient_id,
      position,
      fault: `${field} is not what the chain says`,
    }));
  });
}
