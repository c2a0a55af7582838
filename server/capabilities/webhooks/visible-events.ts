import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Scope } from '../../kernel/db/scope.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import { visibleTo } from '../network/index.ts';

export type EventRow = {
  readonly id: number;
  readonly domain_id: number;
  readonly at: Date;
  readonly type: string;
  readonly subject: string;
  readonly subject_id: number;
  readonly patient_id: number | null;
  readonly center_id: number | null;
  readonly data: unknown;
};

export type EventReader = {
  readonly plan: Plan;
  readonly userId: number;
  readonly domainId: number;
  readonly scope: Scope;
};

/** Events after this one, up to the last that has been fanned out. */
export function listEventsAfter(db: Db, after: number, most: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(['id', 'domain_id', 'at', 'type', 'subject', 'subject_id', 'patient_id', 'center_id', 'data'])
    .where('id', '>', after)
    .where('id', '<=', (eb) => eb.selectFrom('event_progress').select('fanned_out'))
    .orderBy('id')
    .limit(most)
    .execute();
}

/** The events whose subject this account may see at this moment, as its lists show them. */
export async function filterVisible<Row extends EventRow>(
  db: Db,
  reader: EventReader,
  events: readonly Row[],
): Promise<Row[]> {
  if (administrators.includes(reader.plan)) {
    return events.filter(({ domain_id }) => reader.scope === 'platform' || reader.scope === domain_id);
  }
  const own = events.filter(({ domain_id }) => domain_id === reader.domainId);
  const people = new Set(own.flatMap((event) => personOf(event) ?? []));
  const visible = new Set(await listVisible(db, reader, [...people]));
  const isVisible = (id: number | null) => id !== null && visible.has(id);
  const isClinic = reader.plan === Plan.harvestCenter || reader.plan === Plan.referralCenter;
  return own.filter((event) => {
    switch (event.subject) {
      case 'user':
      case 'vial_entry':
        return isVisible(personOf(event));
      case 'document':
        return isClinic && (isVisible(event.patient_id) || isNamed(event, reader, 'center_id', 'signer_id'));
      case 'transaction':
        return isNamed(event, reader, reader.plan === Plan.harvestCenter ? 'center_id' : 'referral_center_id');
      case 'label':
        return isNamed(event, reader, 'center_id', 'requester_id');
      default:
        return false;
    }
  });
}

/** The account whose visibility decides: the patient, or the account itself. */
function personOf({ subject, subject_id, patient_id }: EventRow): number | null {
  return subject === 'user' ? subject_id : patient_id;
}

function isNamed({ data }: EventRow, { userId }: EventReader, ...keys: readonly string[]): boolean {
  const values = new Map(typeof data === 'object' && data !== null ? Object.entries(data) : []);
  return keys.some((key) => values.get(key) === userId);
}

async function listVisible(db: Db, reader: EventReader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', anyOf(ids))
    .where(visibleTo(reader))
    .execute();
  return rows.map(({ id }) => id);
}
