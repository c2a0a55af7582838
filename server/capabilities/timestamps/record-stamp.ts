import { hash } from 'node:crypto';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import type { TimeStamp } from '../../ports/timestamps.ts';

/** What an authority stamps once. */
export type StampedThing = {
  /** 'seal', or the kind of the chains. */
  readonly of: string;
  readonly ref: string;
  readonly sha256: string;
  /** Null for the heads of all sites. */
  readonly domainId: number | null;
};

export const SEAL = 'seal';

/**
 * Stores a stamp. If another server has stored one of the same authority first, that one stays and `addParts` does not
 * run. The audit row holds the digest of the token, so that a changed or deleted stamp is noticed.
 */
export async function recordStamp(
  { store, timestamps, domains }: Services,
  cause: AuditContext,
  { of, ref, sha256, domainId }: StampedThing,
  { token, at }: TimeStamp,
  addParts: (work: Work) => Promise<void> = async () => {},
): Promise<boolean> {
  const { by } = timestamps;
  const auditedIn = domainId ?? (await domains.main()).id;
  return store.write('platform', cause, async (work) => {
    const inserted = await work.db
      .insertInto('time_stamps')
      .values({ of, ref, by, domain_id: domainId, sha256, token, at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ref')
      .executeTakeFirst();
    const isFirst = inserted !== undefined;
    if (isFirst) await addParts(work);
    await audit(work, {
      domainId: auditedIn,
      action: isFirst ? 'timestamps.stamp' : 'timestamps.stamp_again',
      subject: 'time_stamp',
      subjectId: stampName({ of, ref, by }),
      facts: { sha256, token: hash('sha256', token) },
    });
    return isFirst;
  });
}

/** A stamp by what it is about and whose it is, as the audit log names it. */
export function stampName({ of, ref, by }: { of: string; ref: string; by: string }): string {
  return `${of} ${ref} ${by}`;
}
