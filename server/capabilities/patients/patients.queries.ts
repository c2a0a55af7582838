import { MOST_PATIENTS } from '@vialkeep/contract/patients.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { likePattern } from '../network/index.ts';
import { type VialCounts, vialCounts } from '../vials/index.ts';
import { type PatientScope, patientScope, selectOwnPatients } from './account-patients/patient-scope.ts';
import { processingColumns } from './processing.queries.ts';

export type Narrowing = { search?: string | undefined };

/** Active patients with the columns of the lists. */
export function currentPatients(db: Db, { search }: Narrowing = {}) {
  return db
    .selectFrom('patient_records')
    .innerJoin('users', 'users.id', 'patient_records.patient_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .where('patient_records.is_current', '=', sql.lit(true))
    .where((eb) => eb.and([...whenDefined(search, (value) => eb('users.search_text', 'like', likePattern(value)))]));
}

export const listedColumns = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.date_joined',
  'users.domain_id',
  'domains.name as domain_name',
  ...processingColumns,
] as const;

/** The newest patients that are visible to an account. */
export async function patientsOfAccount(db: Db, account: { id: number; plan: Plan }, narrowing?: Narrowing) {
  const scope = patientScope(account);
  if (typeof scope === 'number' && !narrowing?.search) return patientsOfClinic(db, { id: scope });
  return newestPatients(db, scope, narrowing).execute();
}

const patientsOfClinic = statement((db, { id }: Placeholders<{ id: number }>) => newestPatients(db, id));

function newestPatients(db: Db, scope: PatientScope | RawBuilder<number> | null, narrowing?: Narrowing) {
  return currentPatients(db, narrowing)
    .select(listedColumns)
    .where((eb) =>
      eb.and(
        whenDefined(scope ?? undefined, (own) => eb('patient_records.patient_id', 'in', selectOwnPatients(db, own))),
      ),
    )
    .orderBy('patient_records.patient_id', 'desc')
    .limit(fixedLimit(MOST_PATIENTS));
}

export type ListedRow = Awaited<ReturnType<typeof patientsOfAccount>>[number];

/** The contact columns, for the table that shows a patient like the users list. */
export const contactColumns = [
  'users.phone_number',
  'users.address1',
  'users.address2',
  'users.city',
  'users.state_desc',
  'users.zip_code',
] as const;

export type ContactRow = ListedRow & Pick<Selectable<Tables['users']>, Contact>;
type Contact = 'phone_number' | 'address1' | 'address2' | 'city' | 'state_desc' | 'zip_code';

export type Clinic = { readonly id: number; readonly company: string };

/** The related data of a list row. */
export type RelatedAccounts = {
  readonly centers: ReadonlyMap<number, readonly Clinic[]>;
  readonly referralCenters: ReadonlyMap<number, readonly Clinic[]>;
  readonly vials: ReadonlyMap<number, VialCounts>;
};

const clinicsOf = statementByIds((db, these) =>
  db
    .selectFrom('active_relations')
    .innerJoin('account_names as clinic', 'clinic.id', 'active_relations.object_id')
    .select(['active_relations.subject_id', 'active_relations.kind', 'clinic.id', 'clinic.company'])
    .where('active_relations.subject_id', '=', these)
    .where('active_relations.kind', 'in', ['center', 'referral_center'])
    .orderBy('active_relations.id'),
);

/** The clinics and vials of all these patients in one pass. */
export async function loadRelatedAccounts(db: Db, ids: readonly number[]): Promise<RelatedAccounts> {
  const [relations, vials] = await Promise.all([clinicsOf(db, ids), vialCounts(db, ids)]);
  const centers = new Map<number, Clinic[]>();
  const referralCenters = new Map<number, Clinic[]>();
  for (const { subject_id: patient, kind, id, company } of relations) {
    const ofKind = kind === 'center' ? centers : referralCenters;
    const clinics = ofKind.get(patient);
    if (clinics) clinics.push({ id, company });
    else ofKind.set(patient, [{ id, company }]);
  }
  return { centers, referralCenters, vials };
}
