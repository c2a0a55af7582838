import { createHash, randomBytes } from 'node:crypto';
import type { Origin, Work } from '../db/db.ts';
import { type FieldChanges, sealChanges } from './audit-changes.ts';

export type AuditEntry = {
  /** The site that the subject belongs to. */
  domainId: number;
  /** The name of the policy's action or of the use case. */
  action: string;
  subject:
    | 'user'
    | 'session'
    | 'file'
    | 'domain'
    | 'location'
    | 'vial_entry'
    | 'coupon'
    | 'product'
    | 'signing'
    | 'document'
    | 'asset'
    | 'card'
    | 'checkout'
    | 'transaction'
    | 'label';
  subjectId: string | number;
  /** What happened, in ids and plain words. Never a password, token, card number, name or address. */
  facts?: Record<string, string | number | boolean | null | readonly string[]>;
  /** Values of the changed fields before and after; sealed with the person's key when they are about a person. */
  changes?: FieldChanges;
  /** The person that `changes` is about, when the subject is not a user. */
  personId?: number;
};

/** Records the actor, the action and the origin, in the transaction of the change. */
export async function audit(work: Work, entry: AuditEntry): Promise<void> {
  const { cause, audited, db } = work;
  audited.rows += 1;
  const origin = cause.origin && audited.origin === null ? newOrigin(cause.origin) : null;
  if (origin) audited.origin = origin.hash.toString('hex');
  const row = {
    domain_id: entry.domainId,
    actor_id: cause.actorId,
    user_id: cause.userId,
    session_id: cause.sessionId,
    action: entry.action,
    subject: entry.subject,
    subject_id: String(entry.subjectId),
    facts: JSON.stringify(await factsOf(work, entry)),
    request_id: cause.requestId,
  };
  if (!origin) {
    await db.insertInto('audit_log').values(row).execute();
    return;
  }
  await db
    .with('origin', (origins) => origins.insertInto('request_origins').values({ ...origin, domain_id: entry.domainId }))
    .insertInto('audit_log')
    .values(row)
    .execute();
}

async function factsOf(work: Work, { facts, changes, subject, subjectId, personId, domainId }: AuditEntry) {
  const person = personId ?? (subject === 'user' ? Number(subjectId) : null);
  const hasChanges = changes !== undefined && Object.keys(changes).length > 0;
  return {
    ...facts,
    ...(hasChanges ? { changes: await sealChanges(work, person ? { id: person, domainId } : null, changes) } : {}),
    ...(hasChanges && personId !== undefined ? { person: personId } : {}),
    ...(work.audited.origin === null ? {} : { origin_hash: work.audited.origin }),
  };
}

/**
 * One row per request holds the origin. The log stores only its salted hash, so that an address cannot be guessed from
 * it.
 */
function newOrigin({ address, device }: Origin) {
  const salt = randomBytes(16);
  return { hash: originHash(salt, { address, device }), salt, address, device };
}

export function originHash(salt: Buffer, { address, device }: Origin): Buffer {
  return createHash('sha256').update(salt).update(`${address}\n${device}`).digest();
}
