import { VialState } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** A vial of a lab's bench, with the lab whose box it is in. */
export type BenchVial = {
  readonly id: number;
  readonly code: string;
  readonly patientId: number;
  readonly domainId: number;
  readonly state: VialState;
  readonly isPicked: boolean;
  readonly boxId: number | null;
  readonly position: number | null;
  readonly boxLabId: number | null;
};

/**
 * A lab handles the vials it made, those of its patients, and those in its boxes. It is asked about few vials: with
 * `offset 0` PostgreSQL looks each of them up and does not read all patients and boxes of the lab first.
 */
export function isVialOfLab(labId: number, vials = 'vials') {
  const column = (name: string) => sql.ref(`${vials}.${name}`);
  return sql<boolean>`(${column('lab_id')} = ${labId}
    or exists (select from active_relations of_patient where of_patient.subject_id = ${column('patient_id')}
      and of_patient.kind = 'lab' and of_patient.object_id = ${labId} offset 0)
    or exists (select from places in_box where in_box.id = ${column('box_id')} and in_box.lab_id = ${labId} offset 0))`;
}

/** The vials with these codes that a lab may handle. Codes of other labs are left out, as if they did not exist. */
export async function listVialsOfLab(db: Db, labId: number, codes: readonly string[]): Promise<BenchVial[]> {
  const rows = await db
    .selectFrom('vials')
    .leftJoin('places as box', 'box.id', 'vials.box_id')
    .select(['vials.id', 'vials.code', 'vials.patient_id as patientId', 'vials.domain_id as domainId', 'vials.state'])
    .select(sql<boolean>`vials.picked_at is not null`.as('isPicked'))
    .select(['vials.box_id as boxId', 'vials.position', 'box.lab_id as boxLabId'])
    .where(sql<boolean>`vials.code = any(${codes}::text[])`)
    .where(isVialOfLab(labId))
    .orderBy('vials.id')
    .execute();
  return rows.map((row) => ({ ...row, state: VialState.parse(row.state) }));
}

export async function findVialOfLab(db: Db, labId: number, code: string): Promise<BenchVial | null> {
  return (await listVialsOfLab(db, labId, [code]))[0] ?? null;
}
