import { type Batch, type BatchDetails, BatchState, QcTest, QcVerdict } from '@vialkeep/contract/batches.ts';
import { ArrivalId, BatchId, LotId, QcResultId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { type Lab, requireLab } from '../../lab-policy/index.ts';

export function batchRows(db: Db) {
  return db
    .selectFrom('batches')
    .innerJoin('users', 'users.id', 'batches.patient_id')
    .select(['batches.id', 'batches.code', 'batches.lab_id', 'batches.domain_id', 'batches.patient_id'])
    .select(['batches.arrival_id', 'batches.passage', 'batches.opened_on', 'batches.state', 'users.username'])
    .select(
      sql<number>`(select count(*)::integer from vials
        where vials.batch_id = batches.id and vials.state <> 'withdrawn')`.as('vials'),
    );
}

export type BatchRow = Awaited<ReturnType<ReturnType<typeof batchRows>['execute']>>[number];

export function presentBatch(row: BatchRow): z.input<typeof Batch> {
  return {
    id: BatchId.parse(row.id),
    code: row.code,
    patient: { id: UserId.parse(row.patient_id), name: row.username },
    arrival_id: row.arrival_id === null ? null : ArrivalId.parse(row.arrival_id),
    passage: row.passage,
    opened_on: row.opened_on,
    state: BatchState.parse(row.state),
    vials: row.vials,
  };
}

/** The batch with its lab; that of a lab which the caller may not act for, or has not named, is 404. */
export async function requireBatch(
  access: Access,
  db: Db,
  id: number,
  labId: number | undefined,
): Promise<{ batch: BatchRow; lab: Lab }> {
  const batch = orNotFound(await batchRows(db).where('batches.id', '=', id).executeTakeFirst());
  if (labId !== undefined && labId !== batch.lab_id) throw refuse('not_found');
  return { batch, lab: await requireLab(access, db, batch.lab_id) };
}

export function patientOf({ patient_id, domain_id }: Pick<BatchRow, 'patient_id' | 'domain_id'>) {
  return { id: patient_id, domainId: domain_id };
}

/** Everything about a batch: its lots, results and vials. */
export async function loadBatch(db: Db, id: number, viabilityMin: number): Promise<z.input<typeof BatchDetails>> {
  const [batch, lots, results, vials] = await Promise.all([
    batchRows(db).where('batches.id', '=', id).executeTakeFirst(),
    db
      .selectFrom('batch_lots_in_use as batch_lots')
      .innerJoin('lots', 'lots.id', 'batch_lots.lot_id')
      .leftJoin('lab_operators', 'lab_operators.id', 'batch_lots.operator_id')
      .select([
        'lots.id',
        'lots.name',
        'lots.lot',
        'lots.expires_on',
        'lab_operators.name as operator',
        'batch_lots.at',
      ])
      .where('batch_lots.batch_id', '=', id)
      .orderBy('batch_lots.at')
      .orderBy('lots.id')
      .execute(),
    listResults(db, id),
    db
      .selectFrom('vials')
      .select('code')
      .where('batch_id', '=', id)
      .where('state', '<>', 'withdrawn')
      .orderBy('id')
      .execute(),
  ]);
  const replaced = new Set(results.map(({ replaces_id }) => replaces_id));
  return {
    ...presentBatch(orNotFound(batch)),
    lots: lots.map((lot) => ({ ...lot, id: LotId.parse(lot.id), at: lot.at.toISOString() })),
    results: results.map((result) => ({
      ...result,
      id: QcResultId.parse(result.id),
      test: QcTest.parse(result.test),
      verdict: QcVerdict.parse(result.verdict),
      replaces_id: result.replaces_id === null ? null : QcResultId.parse(result.replaces_id),
      is_current: !replaced.has(result.id),
    })),
    vial_codes: vials.map(({ code }) => code),
    viability_min: viabilityMin,
  };
}

/** Oldest first. */
export function listResults(db: Db, batchId: number) {
  return db
    .selectFrom('qc_results')
    .leftJoin('lab_operators', 'lab_operators.id', 'qc_results.operator_id')
    .select(['qc_results.id', 'qc_results.test', 'qc_results.value', 'qc_results.unit', 'qc_results.limit_words'])
    .select(['qc_results.verdict', 'qc_results.sampled_on', 'qc_results.replaces_id', 'qc_results.reason'])
    .select('lab_operators.name as operator')
    .where('qc_results.batch_id', '=', batchId)
    .orderBy('qc_results.id')
    .execute();
}
