import { type PatientRecord, readPatientRecord } from '@vialkeep/contract/patients.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Permissions } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visiblePatient } from '../custody/index.ts';
import { isPatientIdentityHidden, objectsOf } from '../network/index.ts';
import { patientFieldsOf } from './patient-fields.ts';

export const readPatientRecordHandler = handle(readPatientRecord, async ({ actor, db, params, services }) => {
  const patient = await visiblePatient(db, actor, params.id);
  return recordFor(db, actor, services.permissions, patient.id);
});

/** The record of a patient; the caller has checked that the actor can see it. */
export async function recordFor(
  db: Db,
  actor: Actor,
  permissions: Permissions,
  id: number,
): Promise<z.input<typeof PatientRecord>> {
  const person = await findPatient(db, id);
  const fields = await patientFieldsOf(db, id);
  const relatives = await objectsOf(db, [id]);
  const { id: _id, domain_id, domain_name, date_joined, version, rep_id, rep_name, ...identity } = person;
  const clinics = (kind: string) =>
    relatives.filter((relative) => relative.kind === kind).map(({ id: clinic, company }) => ({ id: clinic, company }));
  return {
    ...fields,
    id,
    ...(isPatientIdentityHidden(actor) ? {} : identity),
    date_joined: date_joined.toISOString(),
    domain: { id: domain_id, name: domain_name },
    hc_desc: clinics('center'),
    rhc_desc: clinics('referral_center'),
    lab_desc: clinics('lab'),
    sales_rep: rep_id === null || rep_name === null ? null : { id: rep_id, name: rep_name },
    version,
    may: [
      ...(permissions.permits(actor, 'patients.change') ? (['change_processing'] as const) : []),
      ...(permissions.permits(actor, 'patients.change_identity') ? (['change_identity'] as const) : []),
      ...(permissions.permits(actor, 'vials.change') ? (['change_vials'] as const) : []),
    ],
  };
}

async function findPatient(db: Db, id: number) {
  return db
    .selectFrom('users')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .leftJoin('sales_chains', 'sales_chains.user_id', 'users.id')
    .leftJoin('users as rep', 'rep.id', 'sales_chains.rep_id')
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.username',
      'users.phone_number',
      'users.date_joined',
      'users.version',
      'users.domain_id',
      'domains.name as domain_name',
      'rep.id as rep_id',
      'rep.username as rep_name',
    ])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
}
