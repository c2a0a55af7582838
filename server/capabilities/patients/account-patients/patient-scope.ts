import { Plan } from '@vialkeep/contract/plans.ts';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { RelationKind, DB as Tables } from '../../../kernel/db/tables.generated.ts';
import { refuse } from '../../../kernel/http/refuse.ts';
import { subjectsOf } from '../../network/index.ts';

type People = ReturnType<typeof subjectsOf>;

/** The accounts whose patients a caller's lists show: one account by its id, or the clients of a seller by a query. */
export type PatientScope = number | People;

const eb = expressionBuilder<Tables, 'users'>();

/**
 * `visibleTo` selects the same patients from the users' side, which would scan every user. Null for callers who see a
 * whole site.
 */
export function patientScope({ id, plan }: { id: number; plan: Plan }): PatientScope | null {
  switch (plan) {
    case Plan.admin:
    case Plan.superAdmin:
    case Plan.patientsList:
      return null;
    case Plan.lab:
    case Plan.harvestCenter:
    case Plan.referralCenter:
      return id;
    case Plan.salesRep:
      return those('rep', id);
    case Plan.salesAffiliate:
      return those('affiliate', id);
    case Plan.salesManager:
      return teamOf(those('manager', id));
    case Plan.salesDistributor: {
      const managers = those('distributor', id);
      return teamOf(managers).union(teamOf(those('manager', managers)));
    }
    case Plan.generalMember:
    case Plan.staff:
    case Plan.donor:
    case Plan.buyer:
      throw refuse('not_permitted');
  }
}

const those = (kind: RelationKind, objects: number | People) => subjectsOf(eb, kind, objects);

/** These accounts, and those of the reps among them. */
function teamOf(members: People): People {
  return members.union(those('rep', members));
}

/**
 * The current patients of a scope, each once. A literal, because an index of the current patients is not used for a value
 * that could be false.
 */
export function ownPatients(db: Db, scope: PatientScope | RawBuilder<number>) {
  const patients = db.selectFrom('account_patients').selectAll().where('is_current', '=', sql.lit(true));
  if (typeof scope === 'number' || !('selectAll' in scope))
    return db.selectFrom(patients.where('account_id', '=', scope).as('patient'));
  // The clients of a seller are clinics, labs and sellers, but only the patients of clinics come with them; a patient
  // can also be a client.
  const ofClinics = patients.where('account_id', 'in', scope).where('kind', 'in', ['center', 'referral_center']);
  const clients = patients.where('patient_id', 'in', scope);
  const each = db.selectFrom(ofClinics.unionAll(clients).as('either')).selectAll().distinctOn('patient_id');
  return db.selectFrom(each.as('patient'));
}

/** Their ids, as a condition of another query. */
export function selectOwnPatients(db: Db, scope: PatientScope | RawBuilder<number>) {
  return ownPatients(db, scope).select('patient.patient_id');
}
