import { Plan } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import type { Patient } from '../custody/index.ts';
import { objectsOf, replaceRelations } from '../network/index.ts';

export type PatientRelations = {
  processing_lab?: number | null | undefined;
  harvest_center_temporal?: number | null | undefined;
  referral_harvest_center_temporal?: number | null | undefined;
  saless_rep_id?: number | null | undefined;
};

const kinds = {
  processing_lab: 'lab',
  harvest_center_temporal: 'center',
  referral_harvest_center_temporal: 'referral_center',
  saless_rep_id: 'rep',
} as const satisfies Record<keyof PatientRelations, RelationKind>;

/** Sets the patient's lab, centers and sales rep. Fields that are left out or unchanged stay as they are. */
export async function updatePatientRelations(work: Work, patient: Patient, given: PatientRelations): Promise<string[]> {
  const relatives = await objectsOf(work.db, [patient.id]);
  const changed: string[] = [];
  // @NOTE the keys of this object are its fields; Object.keys types them only as text.
  for (const field of Object.keys(kinds) as (keyof PatientRelations)[]) {
    const wanted = given[field];
    const standing = relatives.find(({ kind }) => kind === kinds[field])?.id ?? null;
    if (wanted === undefined || wanted === standing) continue;
    const ids = wanted === null ? [] : [wanted];
    await replaceRelations(work, { ...patient, plan: Plan.generalMember }, kinds[field], ids, field);
    changed.push(field);
  }
  return changed;
}
