import type { PatientFields } from '@vialkeep/contract/patients.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { RelationEnd } from '../network/index.ts';
import { vialCounts } from '../vials/index.ts';
import { processingOf } from './processing.queries.ts';

/** The fields of a patient besides the identity. */
export async function patientFieldsOf(
  db: Db,
  id: number,
  relatives: readonly RelationEnd[],
): Promise<z.input<typeof PatientFields>> {
  // Sequential, because a transaction has one connection.
  const processing = await processingOf(db, [id]);
  const vials = await vialCounts(db, [id]);
  const relative = (kind: string) => relatives.find((candidate) => candidate.kind === kind)?.id ?? null;
  return {
    ...orNotFound(processing.get(id)),
    processing_lab: relative('lab'),
    harvest_center_temporal: relative('center'),
    referral_harvest_center_temporal: relative('referral_center'),
    vials_available: vials.get(id)?.available ?? 0,
    vials_shipped: vials.get(id)?.shipped ?? 0,
  };
}
