import { type Attention, AttentionKind, listAttention, MOST_ATTENTION } from '@vialkeep/contract/patient-overview.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { handle } from '../../kernel/http/handle.ts';
import { isPatientIdentityHidden } from '../network/index.ts';
import { ownPatients, type PatientScope, patientScope } from './account-patients/patient-scope.ts';
import { today } from './today.ts';

/** The most urgent kind first; a patient is listed once. */
export const listAttentionHandler = handle(listAttention, async ({ access, actor, db }) => {
  const things = new Map<number, z.input<typeof Attention>>();
  for (const { kind, id, name, since } of await waitingIn(db, patientScope(access.listFilter()))) {
    if (things.size === MOST_ATTENTION) break;
    if (things.has(id)) continue;
    things.set(id, { kind, patient: isPatientIdentityHidden(actor) ? { id } : { id, name }, since });
  }
  return [...things.values()];
});

type WaitingRow = { kind: AttentionKind; id: number; name: string; since: string };

/** The days that the conditions compare with. */
type Days = { today: string; parcelsSentBy: string; readySince: string };

/** A parcel takes a day or two; after a week it needs a question to the carrier. */
const PARCEL_DAYS = 7;

/** Samples without recorded vials for half a year are not listed any more. */
const FORGOTTEN_DAYS = 180;

async function waitingIn(db: Db, scope: PatientScope | null): Promise<readonly WaitingRow[]> {
  const days: Days = { today: today(), parcelsSentBy: today(-PARCEL_DAYS), readySince: today(-FORGOTTEN_DAYS) };
  if (typeof scope === 'number') return waitingOfAccount(db, { account: scope, ...days });
  const patients = scope === null ? patientsOfSites : ownPatients(db, scope).selectAll();
  const given = {
    today: sql<string>`${days.today}`,
    parcelsSentBy: sql<string>`${days.parcelsSentBy}`,
    readySince: sql<string>`${days.readySince}`,
  };
  return (await waiting(sql`(${patients})`, given).execute(db)).rows;
}

const waitingOfAccount = statement((_db, values: Placeholders<{ account: number } & Days>) =>
  waiting(sql`(select * from account_patients where account_id = ${values.account}::integer and is_current)`, values),
);

const patientsOfSites = sql`select *, exists (
    select from vials where vials.patient_id = patient_records.patient_id and vials.state <> 'withdrawn') as has_vials
  from patient_records where is_current`;

/** The longest waiting patients of each kind, in one statement. */
function waiting(patients: RawBuilder<unknown>, days: Placeholders<Days>): RawBuilder<WaitingRow> {
  const kinds = AttentionKind.options.map((kind, urgency) => {
    const { where, since } = conditions[kind](days);
    return sql`(
      select ${sql.lit(urgency)} as urgency, ${sql.lit(kind)} as kind, users.id, users.username as name, ${since} as since
      from ${patients} patient join users on users.id = patient.patient_id
      where ${where} order by ${since}, patient.patient_id limit ${sql.lit(MOST_ATTENTION)})`;
  });
  return sql<WaitingRow>`
    select kind, id, name, since from (${sql.join(kinds, sql` union all `)}) waiting order by urgency, since, id`;
}

type Waiting = { readonly where: RawBuilder<unknown>; readonly since: RawBuilder<unknown> };

const conditions: Record<AttentionKind, (days: Placeholders<Days>) => Waiting> = {
  plating_failed: () => ({
    where: sql`patient.stage = 'plating' and patient.stemcell_plating_successful = 2`,
    since: sql`patient.stage_since`,
  }),
  sterility_ended: (days) => ({
    where: sql`patient.stage = 'sterility' and patient.sterility_complete is not true
      and patient.sterility_end_date < ${days.today}::date`,
    since: sql`patient.sterility_end_date`,
  }),
  estimate_passed: (days) => ({
    where: sql`patient.stage <> 'ready' and patient.estimated_date_vials_ready_to_ship < ${days.today}::date`,
    since: sql`patient.estimated_date_vials_ready_to_ship`,
  }),
  not_received: (days) => ({
    where: sql`patient.stage = 'shipped' and patient.stage_since <= ${days.parcelsSentBy}::date`,
    since: sql`patient.stage_since`,
  }),
  ready_without_vials: (days) => ({
    where: sql`patient.stage = 'ready' and patient.stage_since >= ${days.readySince}::date and not patient.has_vials`,
    since: sql`patient.stage_since`,
  }),
};
