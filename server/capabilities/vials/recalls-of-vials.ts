import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Patient } from '../custody/index.ts';

/** The vials that an open recall reaches. */
export type RecalledVials = { readonly deviationId: number; readonly codes: string[] };

/**
 * The open recalls that reach these stored vials, each vial with the newest one: those that have written it down, and those
 * whose lot, batch, arrival or day it comes from. `deviations` stands above this row, so that its trace cannot be called
 * from here; a test compares both for every kind of source. With `withTouched`, a deviation that has written the vial down
 * counts before it is recalled. The caller has locked the chain.
 */
export async function listRecallsOf(
  work: Work,
  patient: Patient,
  codes: readonly string[],
  { withTouched = false } = {},
): Promise<RecalledVials[]> {
  const idIn = (name: string) => sql`(deviations.source ->> ${sql.lit(name)})::integer`;
  const day = sql`(deviations.source ->> 'lab_day')::date`;
  const isOnDay = (at: string) => sql`(${sql.ref(at)} at time zone 'utc')::date = ${day}`;
  const isTouched = sql`exists (select from deviation_vials touched
    where touched.deviation_id = deviations.id and touched.vial_id = vials.id)`;
  // Deviations that are not recalled yet are locked too: a recall that runs meanwhile is waited for.
  const { rows } = await sql<{ code: string; deviation_id: number; holds: boolean }>`
    select vials.code, deviations.id as deviation_id,
      deviations.recalled_at is not null or ${withTouched} and ${isTouched} as holds
    from vials
      join vial_entries added on added.id = vials.added_entry_id
      left join batches on batches.id = vials.batch_id
      join deviations on deviations.domain_id = vials.domain_id and deviations.state = 'open' and not deviations.is_drill
    where vials.patient_id = ${patient.id} and vials.code = any(${codes}::text[]) and vials.state = 'stored' and (
      ${isTouched}
      or deviations.source -> 'vials' ? vials.code
      or batches.id = ${idIn('batch')}
      or batches.arrival_id = ${idIn('arrival')}
      or exists (select from batch_lots_in_use used
        where used.batch_id = batches.id and used.lot_id = ${idIn('reagent_lot')})
      or exists (select from arrivals left join harvests on harvests.id = arrivals.harvest_id
        join kits on kits.id in (arrivals.kit_id, harvests.kit_id)
        where arrivals.id = batches.arrival_id and kits.lot_id = ${idIn('kit_lot')})
      or added.date = ${day} and vials.lab_id = deviations.lab_id
      or batches.lab_id = deviations.lab_id and (batches.opened_on = ${day}
        or exists (select from arrivals_in_use arrived where arrived.id = batches.arrival_id
          and arrived.lab_id = deviations.lab_id and ${isOnDay('arrived.arrived_at')})
        or exists (select from batch_lots_in_use used where used.batch_id = batches.id
          and used.lab_id = deviations.lab_id and ${isOnDay('used.at')})))
    order by deviations.id
    for share of deviations`.execute(work.db);
  const newest = new Map(rows.filter((row) => row.holds).map((row) => [row.code, row.deviation_id]));
  const codesOf = Map.groupBy([...newest], ([, deviationId]) => deviationId);
  return [...codesOf].map(([deviationId, vials]) => ({ deviationId, codes: vials.map(([code]) => code) }));
}
