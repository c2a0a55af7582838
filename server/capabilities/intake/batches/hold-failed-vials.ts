import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Bench } from '../../lab-policy/index.ts';
import { settleOrders } from '../../orders/index.ts';
import { holdManyVials } from '../../vials/index.ts';

type OfBatch = { readonly id: number };

/** The vials of a failed batch do not leave. The caller has locked the patient's chain. */
export async function holdVialsOfFailedBatch(work: Work, operator: Bench['operator'], batch: OfBatch): Promise<void> {
  await holdFailedVials(work, operator, await listStoredVials(work.db, batch, sql<boolean>`true`));
}

/**
 * Holds the vials in store of a batch that has failed a test which its lab requires; in any other batch nothing changes.
 * A vial that is missing or held for a deviation keeps that reason, because it does not leave either. The caller has
 * locked the patient's chain.
 */
export async function holdVialsOfFailedTests(
  work: Work,
  { operator, settings }: Pick<Bench, 'operator' | 'settings'>,
  batch: OfBatch,
): Promise<void> {
  if (!(await hasFailedTest(work.db, batch, settings.required_tests))) return;
  const isOpenToThis = sql<boolean>`coalesce(hold_reason in ('awaiting_release', 'returned'), true)`;
  await holdFailedVials(work, operator, await listStoredVials(work.db, batch, isOpenToThis));
}

async function hasFailedTest(db: Db, batch: OfBatch, tests: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from qc_results where batch_id = ${batch.id} and test = any(${tests}::text[]) and verdict = 'fail'
      and not exists (select from qc_results later where later.replaces_id = qc_results.id) limit 1`.execute(db);
  return rows.length > 0;
}

async function listStoredVials(db: Db, batch: OfBatch, isChosen: ReturnType<typeof sql<boolean>>): Promise<number[]> {
  const vials = await db
    .selectFrom('vials')
    .select('id')
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'stored')
    .where(isChosen)
    .orderBy('id')
    .execute();
  return vials.map(({ id }) => id);
}

/** Orders that had reserved one of the vials wait again. */
async function holdFailedVials(work: Work, operator: Bench['operator'], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { freed } = await holdManyVials(work, {
    ids,
    reason: 'failed_qc',
    deviationId: null,
    by: { operatorId: operator?.id ?? null, actionId: null },
  });
  await settleOrders(work, freed);
}
