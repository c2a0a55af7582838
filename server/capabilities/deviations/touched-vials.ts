import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { appendCustodyToMany } from '../custody/index.ts';
import type { Lab } from '../lab-policy/index.ts';
import { tracedVials } from './trace-rows.ts';

/**
 * Writes down what a deviation has touched, as it was then, and an event in the chain of each patient. Vials that were
 * written down before are left out. The caller has locked the chains.
 */
export async function recordTouchedVials(
  work: Work,
  lab: Lab,
  deviationId: number,
  vialIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ patient_id: number; domain_id: number; codes: string[] }>`
    with added as (
      insert into deviation_vials (deviation_id, vial_id, domain_id, lab_id, state_then, order_id, center_id)
      select ${deviationId}::integer, traced.id, ${lab.domainId}::integer, ${lab.id}::integer, traced.state,
        traced.order_id, coalesce(traced.consignee_id, traced.center_id)
      from ${tracedVials(vialIds)} order by traced.id
      on conflict (deviation_id, vial_id) do nothing returning vial_id
    )
    select vials.patient_id, vials.domain_id, array_agg(vials.code order by vials.id) as codes
    from added join vials on vials.id = added.vial_id
    group by vials.patient_id, vials.domain_id order by vials.patient_id`.execute(work.db);
  await appendCustodyToMany(
    work,
    'deviation.touched',
    rows.map(({ patient_id, domain_id, codes }) => ({
      patient: { id: patient_id, domainId: domain_id },
      facts: { deviation: deviationId, codes },
    })),
  );
  return rows.reduce((sum, { codes }) => sum + codes.length, 0);
}

/** From now on the deviation also holds vials that are made or come back. The caller has locked its row. */
export async function markRecalled(work: Work, deviationId: number): Promise<void> {
  await work.db
    .updateTable('deviations')
    .set({ recalled_at: sql<Date>`now()` })
    .where('id', '=', deviationId)
    .where('recalled_at', 'is', null)
    .execute();
}

/** The patients of these vials, in ascending order. */
export async function listPatientsOf(db: Db, vialIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('vials')
    .select('patient_id')
    .distinct()
    .where(sql<boolean>`id = any(${vialIds}::integer[])`)
    .orderBy('patient_id')
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}
