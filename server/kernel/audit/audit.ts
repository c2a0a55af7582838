import { createHash, randomBytes } from 'node:crypto';
import type { Origin, Work } from '../db/db.ts';
import { type FieldChanges, sealChanges } from './audit-changes.ts';
import type { IdByKey, OriginRow } from './audit-rows.ts';

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
    | 'vial'
    | 'vial_entry'
    | 'vial_order'
    | 'label_print'
    | 'journal'
    | 'commission'
    | 'commission_plan'
    | 'payout_run'
    | 'coupon'
    | 'product'
    | 'signing'
    | 'document'
    | 'asset'
    | 'card'
    | 'checkout'
    | 'transaction'
    | 'refund'
    | 'reconciliation'
    | 'difference'
    | 'storage_offer'
    | 'storage_plan'
    | 'storage_invoice'
    | 'label'
    | 'time_stamp'
    | 'privacy_request'
    | 'inspection'
    | 'lot'
    | 'kit'
    | 'harvest'
    | 'arrival'
    | 'batch'
    | 'deviation'
    | 'lab_settings'
    | 'place'
    | 'stock_count'
    | 'operator'
    | 'signature'
    | 'api_key'
    | 'webhook_endpoint'
    | 'import';
  subjectId: string | number | IdByKey;
  /** What happened, in ids and plain words. Never a password, token, card number, name or address. */
  facts?: Record<string, string | number | boolean | null | readonly string[]>;
  /** Values of the changed fields before and after; sealed with the person's key when they are about a person. */
  changes?: FieldChanges;
  /** The person that `changes` is about, when the subject is not a user. */
  personId?: number;
};

/**
 * Records the actor, the action and the origin, in the transaction of the change. The rows of a unit of work leave with
 * its commit.
 */
export async function audit(work: Work, entry: AuditEntry): Promise<void> {
  const { cause, audited } = work;
  if (cause.origin && audited.origin === null) audited.origin = newOrigin(cause.origin, entry.domainId);
  const { subjectId } = entry;
  const facts = JSON.stringify(await buildAuditFacts(work, entry));
  audited.rows.push({
    domain_id: entry.domainId,
    actor_id: cause.actorId,
    user_id: cause.userId,
    session_id: cause.sessionId,
    action: entry.action,
    subject: entry.subject,
    subject_id: typeof subjectId === 'object' ? subjectId : String(subjectId),
    facts,
    request_id: cause.requestId,
  });
}

async function buildAuditFacts(work: Work, { facts, changes, subject, subjectId, personId, domainId }: AuditEntry) {
  const person = personId ?? (subject === 'user' ? Number(subjectId) : null);
  const hasChanges = changes !== undefined && Object.keys(changes).length > 0;
  return {
    ...facts,
    ...(work.cause.apiKeyId ? { api_key: work.cause.apiKeyId } : {}),
    ...(hasChanges ? { changes: await sealChanges(work, person ? { id: person, domainId } : null, changes) } : {}),
    ...(hasChanges && personId !== undefined ? { person: personId } : {}),
    ...(work.audited.origin === null ? {} : { origin_hash: work.audited.origin.hash.toString('hex') }),
  };
}

/**
 * One row per request holds the origin. The log stores only its salted hash, so that an address cannot be guessed from
 * it.
 */
function newOrigin({ address, device }: Origin, domainId: number): OriginRow {
  const salt = randomBytes(16);
  return { hash: originHash(salt, { address, device }), salt, address, device, domain_id: domainId };
}

export function originHash(salt: Buffer, { address, device }: Origin): Buffer {
  return createHash('sha256').update(salt).update(`${address}\n${device}`).digest();
}
