import type { LabelId } from '@vialkeep/contract/kernel/ids.ts';
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** Requests with their clinics, patients and the state of the notification email. */
export function labelRows(db: Db) {
  return db
    .selectFrom('labels')
    .innerJoin('domains', 'domains.id', 'labels.domain_id')
    .innerJoin('users as center', 'center.id', 'labels.center_id')
    .innerJoin('users as requester', 'requester.id', 'labels.requester_id')
    .leftJoin('letters', 'letters.id', 'labels.letter_id')
    .selectAll('labels')
    .select([
      'domains.name as domain_name',
      'center.company as center_company',
      'center.email as center_own_email',
      'requester.company as requester_company',
      'requester.plan_id as requester_plan',
      'requester.phone_number as requester_phone',
      'letters.refused_at as letter_refused_at',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('label_patients')
          .innerJoin('users as patient', 'patient.id', 'label_patients.patient_id')
          .select(['patient.id', 'patient.first_name', 'patient.last_name'])
          .whereRef('label_patients.label_id', '=', 'labels.id')
          .orderBy('patient.id'),
      ).as('patients'),
    );
}

export type LabelRow = Awaited<ReturnType<ReturnType<typeof labelRows>['execute']>>[number];

/** All rows, or only those of the administrator's one site (S-31). */
export function administeredBy(actor: Actor) {
  return (eb: ExpressionBuilder<Tables, 'labels'>) =>
    actor.scope === 'platform' ? eb.lit(true) : eb('labels.domain_id', '=', actor.scope);
}

/** A request that this administrator can see; 404 for any other. */
export async function administeredLabel(db: Db, actor: Actor, id: LabelId): Promise<LabelRow> {
  return orNotFound(await labelRows(db).where('labels.id', '=', id).where(administeredBy(actor)).executeTakeFirst());
}

/** The same with a row lock until the transaction ends. */
export async function lockedLabel({ db }: Work, actor: Actor, id: LabelId): Promise<LabelRow> {
  await db.selectFrom('labels').select('id').where('id', '=', id).where(administeredBy(actor)).forUpdate().execute();
  return administeredLabel(db, actor, id);
}
