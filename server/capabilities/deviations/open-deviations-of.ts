import { StoredSource } from '@vialkeep/contract/deviations.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { traceIds } from './trace-ids.ts';

/**
 * The open deviations that touch each of these vials: those whose trace reaches it now, and those that have written it
 * down. A drill touches nothing. Deviations count whichever lab has opened them.
 */
export async function listOpenDeviationsOf(db: Db, vialIds: readonly number[]): Promise<Map<number, number[]>> {
  const touching = new Map<number, Set<number>>();
  const add = (vial: number, deviation: number) => touching.set(vial, (touching.get(vial) ?? new Set()).add(deviation));
  const { rows: written } = await sql<{ vial_id: number; deviation_id: number }>`
    select deviation_vials.vial_id, deviations.id as deviation_id
    from deviation_vials join deviations on deviations.id = deviation_vials.deviation_id
    where deviation_vials.vial_id = any(${vialIds}::integer[]) and deviations.state = 'open' and not deviations.is_drill
    union
    select id, hold_deviation_id from vials
    where id = any(${vialIds}::integer[]) and exists (select from deviations
      where deviations.id = vials.hold_deviation_id and deviations.state = 'open')`.execute(db);
  for (const { vial_id, deviation_id } of written) add(vial_id, deviation_id);
  for (const deviation of await listOpenDeviations(db, vialIds)) {
    const lab = { id: deviation.lab_id, domainId: deviation.domain_id };
    const { vials } = await traceIds(db, lab, StoredSource.parse(deviation.source), vialIds);
    for (const vial of vials) add(vial, deviation.id);
  }
  return new Map([...touching].map(([vial, ids]) => [vial, [...ids].toSorted((one, other) => one - other)]));
}

/** The open deviations of the labs that made, keep or look after these vials. */
async function listOpenDeviations(db: Db, vialIds: readonly number[]) {
  const { rows } = await sql<{ id: number; lab_id: number; domain_id: number; source: unknown }>`
    with labs as materialized (
      select vials.lab_id as id from vials where id = any(${vialIds}::integer[])
      union select moves.lab_id from moves where vial_id = any(${vialIds}::integer[])
      union select relation.object_id from vials
        join active_relations relation on relation.subject_id = vials.patient_id and relation.kind = 'lab'
        where vials.id = any(${vialIds}::integer[])
    )
    select id, lab_id, domain_id, source from deviations
    where state = 'open' and not is_drill and lab_id in (select id from labs) order by id`.execute(db);
  return rows;
}
