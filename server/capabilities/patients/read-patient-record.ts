import { type PatientRecord, readPatientRecord } from '@vialkeep/contract/patients.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AuthorizedPatient, authorizePatient } from '../custody/index.ts';
import { isPatientIdentityHidden } from '../network/index.ts';
import { readPatientFields } from './patient-fields.ts';

export const readPatientRecordHandler = handle(readPatientRecord, async ({ access, db, params }) => {
  return recordFor(db, access, await authorizePatient(access, db, params.id));
});

export async function recordFor(
  db: Db,
  access: Access,
  { id, facts }: AuthorizedPatient,
): Promise<z.input<typeof PatientRecord>> {
  const [[person], { fields, relatives }] = await Promise.all([patientById(db, { id }), readPatientFields(db, id)]);
  const { id: _id, domain_id, domain_name, date_joined, version, rep_id, rep_name, ...identity } = orNotFound(person);
  const clinics = (kind: string) =>
    relatives.filter((relative) => relative.kind === kind).map(({ id: clinic, company }) => ({ id: clinic, company }));
  return {
    ...fields,
    id,
    ...(isPatientIdentityHidden(access.actor) ? {} : identity),
    date_joined: date_joined.toISOString(),
    domain: { id: domain_id, name: domain_name },
    hc_desc: clinics('center'),
    rhc_desc: clinics('referral_center'),
    lab_desc: clinics('lab'),
    sales_rep: rep_id === null || rep_name === null ? null : { id: rep_id, name: rep_name },
    version,
    may: [
      ...(access.can('patients.change', facts) ? (['change_processing'] as const) : []),
      ...(access.can('patients.change_identity', facts) ? (['change_identity'] as const) : []),
      ...(access.can('vials.change', facts) ? (['change_vials'] as const) : []),
    ],
  };
}

const patientById = statement((db, { id }: Placeholders<{ id: number }>) =>
  db
    .selectFrom('users')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .leftJoin('sales_reps', 'sales_reps.user_id', 'users.id')
    .leftJoin('users as rep', 'rep.id', 'sales_reps.rep_id')
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
    .where('users.id', '=', id),
);
