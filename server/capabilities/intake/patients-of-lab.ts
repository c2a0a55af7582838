import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Patient } from '../custody/index.ts';
import type { Lab } from '../lab-policy/index.ts';

/** The lab that processes a patient's tissue; null without one. */
export async function findLabOfPatient(db: Db, patient: Patient): Promise<Lab | null> {
  const row = await db
    .selectFrom('active_relations')
    .select('object_id')
    .where('subject_id', '=', patient.id)
    .where('kind', '=', 'lab')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.object_id, domainId: patient.domainId } : null;
}

/** A patient whose tissue this lab processes; any other is 404. */
export async function requirePatientOfLab(db: Db, lab: Lab, id: number): Promise<Patient> {
  const row = await db
    .selectFrom('users')
    .select(['users.id', 'users.domain_id'])
    .where('users.id', '=', id)
    .where('users.domain_id', '=', lab.domainId)
    .where('users.plan_id', '=', Plan.generalMember)
    .where('users.removed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('active_relations')
          .select('active_relations.id')
          .whereRef('active_relations.subject_id', '=', 'users.id')
          .where('active_relations.kind', '=', 'lab')
          .where('active_relations.object_id', '=', lab.id),
      ),
    )
    .executeTakeFirst();
  const patient = orNotFound(row);
  return { id: patient.id, domainId: patient.domain_id };
}
