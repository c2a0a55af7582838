import type { Work } from './db/db.ts';

export type AuditEntry = {
  /** The site the subject belongs to. */
  domainId: number;
  /** The same word as the policy's action or the use case. */
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
  /** What changed. Never a password, token, card number, name or address. */
  facts?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes down who did what, in the same transaction as the doing. */
export async function audit(work: Work, entry: AuditEntry): Promise<void> {
  work.audited.rows += 1;
  await work.db
    .insertInto('audit_log')
    .values({
      domain_id: entry.domainId,
      actor_id: work.cause.actorId,
      user_id: work.cause.userId,
      session_id: work.cause.sessionId,
      action: entry.action,
      subject: entry.subject,
      subject_id: String(entry.subjectId),
      facts: JSON.stringify(entry.facts ?? {}),
      request_id: work.cause.requestId,
    })
    .execute();
}
