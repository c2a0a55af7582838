import { type Attention, AttentionKind, listAttention, MOST_ATTENTION } from '@vialkeep/contract/patient-overview.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { isPatientIdentityHidden } from '../network/index.ts';
import { patientScope } from './patient-scope.ts';
import { today } from './today.ts';

/** Queries one kind after the other, the most urgent first, and stops once there are enough. */
export const listAttentionHandler = handle(listAttention, async ({ access, actor, db }) => {
  const theirs = patientScope(access.listFilter());
  const things = new Map<number, z.input<typeof Attention>>();
  for (const kind of AttentionKind.options) {
    for (const { id, name, since } of await waiting(db, theirs, kind)) {
      if (things.size === MOST_ATTENTION) return [...things.values()];
      if (things.has(id)) continue;
      things.set(id, { kind, patient: isPatientIdentityHidden(actor) ? { id } : { id, name }, since });
    }
  }
  return [...things.values()];
});

type Waiting = {
  where: RawBuilder<boolean>;
  since: 'estimated_date_vials_ready_to_ship' | 'sterility_end_date' | 'stage_since';
};

/** A parcel takes a day or two; after a week it needs a question to the carrier. */
const PARCEL_DAYS = 7;

/** Samples without recorded vials for half a year are not listed any more. */
const FORGOTTEN_DAYS = 180;

const conditions: Record<AttentionKind, () => Waiting> = {
  plating_failed: () => ({
    where: sql<boolean>`stage = 'plating' and stemcell_plating_successful = 2`,
    since: 'stage_since',
  }),
  sterility_ended: () => ({
    where: sql<boolean>`stage = 'sterility' and sterility_complete is not true and sterility_end_date < ${today()}::date`,
    since: 'sterility_end_date',
  }),
  estimate_passed: () => ({
    where: sql<boolean>`stage <> 'ready' and estimated_date_vials_ready_to_ship < ${today()}::date`,
    since: 'estimated_date_vials_ready_to_ship',
  }),
  not_received: () => ({
    where: sql<boolean>`stage = 'shipped' and stage_since <= ${today(-PARCEL_DAYS)}::date`,
    since: 'stage_since',
  }),
  ready_without_vials: () => ({
    where: sql<boolean>`stage = 'ready' and stage_since >= ${today(-FORGOTTEN_DAYS)}::date and not exists (
      select from vials where vials.patient_id = patient_records.patient_id and vials.state <> 'withdrawn')`,
    since: 'stage_since',
  }),
};

async function waiting(db: Db, theirs: ReturnType<typeof patientScope>, kind: AttentionKind) {
  const { where, since } = conditions[kind]();
  return db
    .selectFrom('patient_records')
    .innerJoin('users', 'users.id', 'patient_records.patient_id')
    .select(['users.id', 'users.username as name', `patient_records.${since} as since`])
    .where('patient_records.is_current', '=', true)
    .where(where)
    .where((eb) =>
      eb.and([...whenDefined(theirs ?? undefined, (patients) => eb('patient_records.patient_id', 'in', patients))]),
    )
    .orderBy(`patient_records.${since}`)
    .orderBy('patient_records.patient_id')
    .limit(MOST_ATTENTION)
    .execute();
}
