import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import type { releaseVials } from '@vialkeep/contract/release.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { Refusal, refuse } from '../../kernel/http/refuse.ts';
import { lockCustodyOfMany, type Patient } from '../custody/index.ts';
import { nameCodes } from '../deviations/index.ts';
import type { Lab } from '../lab-policy/index.ts';
import { codesOfNamedVials, isVialOfLab, listVialsOfLab } from '../vials/index.ts';

export type LockedVial = {
  readonly id: number;
  readonly code: string;
  readonly patient_id: number;
  readonly domain_id: number;
  readonly lab_id: number | null;
  readonly batch_id: number | null;
  readonly order_id: number | null;
  readonly hold_reason: string | null;
};

/**
 * The stored vials that are named, under the locks of their patients' chains. A code that is not this lab's is 404, one
 * that is not in store 409; one wrong code refuses all, by name.
 */
export async function lockStoredVials(
  work: Work,
  lab: Lab,
  names: readonly NamedVial[],
  gone: (typeof releaseVials)['refusals']['vial_gone'],
): Promise<LockedVial[]> {
  const codes = await codesOfNamedVials(work.db, names, { within: isVialOfLab(lab.id), field: 'vial_codes' });
  const found = await listVialsOfLab(work.db, lab.id, codes);
  const known = new Set(found.map(({ code }) => code));
  const unknown = codes.filter((code) => !known.has(code));
  if (unknown.length > 0) {
    throw refuse('not_found', { message: `Not found: ${nameCodes(unknown)}.`, fields: ['vial_codes'] });
  }
  await lockCustodyOfMany(work, [...new Set(found.map(({ patientId }) => patientId))]);
  const vials = await work.db
    .selectFrom('vials')
    .select(['id', 'code', 'patient_id', 'domain_id', 'lab_id', 'batch_id', 'order_id', 'hold_reason', 'state'])
    .where(sql<boolean>`id = any(${found.map(({ id }) => id)}::integer[])`)
    .orderBy('id')
    .execute();
  const away = vials.filter(({ state }) => state !== 'stored').map(({ code }) => code);
  if (away.length > 0) {
    const message = `Not in store: ${nameCodes(away)}.`;
    throw new Refusal('vial_gone', gone, { message, fields: ['vial_codes'] });
  }
  return vials;
}

export type VialsOfPatient = { readonly patient: Patient; readonly codes: string[] };

/** The codes of each patient, in ascending order of the patients' ids. */
export function groupByPatient(vials: readonly LockedVial[]): VialsOfPatient[] {
  const groups = new Map<number, VialsOfPatient>();
  for (const { patient_id, domain_id, code } of vials) {
    const group = groups.get(patient_id) ?? { patient: { id: patient_id, domainId: domain_id }, codes: [] };
    group.codes.push(code);
    groups.set(patient_id, group);
  }
  return [...groups.values()].toSorted((one, other) => one.patient.id - other.patient.id);
}
