import type { PatientFields } from '@vialkeep/contract/patients.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { objectsOf, type RelationEnd } from '../network/index.ts';
import { vialCounts } from '../vials/index.ts';
import { processingOf } from './processing.queries.ts';

type ReadFields = { readonly fields: z.input<typeof PatientFields>; readonly relatives: readonly RelationEnd[] };

/** The fields of a patient besides the identity, with the accounts that the patient belongs to. */
export async function readPatientFields(db: Db, id: number): Promise<ReadFields> {
  const [relatives, processing, vials] = await Promise.all([
    objectsOf(db, [id]),
    processingOf(db, [id]),
    vialCounts(db, [id]),
  ]);
  const relative = (kind: string) => relatives.find((candidate) => candidate.kind === kind)?.id ?? null;
  const fields = {
    ...orNotFound(processing.get(id)),
    processing_lab: relative('lab'),
    harvest_center_temporal: relative('center'),
    referral_harvest_center_temporal: relative('referral_center'),
    vials_available: vials.get(id)?.available ?? 0,
    vials_shipped: vials.get(id)?.shipped ?? 0,
  };
  return { fields, relatives };
}
