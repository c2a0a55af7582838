import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import type { Lab } from '../../lab-policy/index.ts';

/** Holds lots for a deviation: their kits and reagents are not used. A lot that another deviation holds stays so. */
export async function holdLots(work: Work, lab: Lab, lotIds: readonly number[], deviationId: number): Promise<void> {
  await sql`update lots set held_by = ${deviationId}::integer
    where id = any(${lotIds}::integer[]) and lab_id = ${lab.id} and held_by is null`.execute(work.db);
}

/** Frees the lots that a deviation holds. */
export async function freeLots(work: Work, lab: Lab, deviationId: number): Promise<void> {
  await sql`update lots set held_by = null where held_by = ${deviationId} and lab_id = ${lab.id}`.execute(work.db);
}
