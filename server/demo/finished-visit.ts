import { audit } from '../kernel/audit/audit.ts';
import type { Work } from '../kernel/db/db.ts';

type DemoVisit = { readonly domainId: number; readonly actorId: number; readonly userId: number };

/** The reason of the visit of which patient@ finds an opening (`openings.ts`). */
export const DEMO_VISIT_REASON = 'Asked by phone to correct the address';

/** Adds the audit rows of an administrator who worked in a center's account and returned to the own one. */
export async function addFinishedVisit(work: Work, { domainId, actorId, userId }: DemoVisit): Promise<void> {
  const acting = { ...work, cause: { ...work.cause, actorId, userId } };
  const about = { domainId, subject: 'user', subjectId: userId } as const;
  await audit(acting, { ...about, action: 'session.login_as', facts: { reason: DEMO_VISIT_REASON } });
  await audit(acting, { ...about, action: 'session.return_to_self', facts: { cookie: true } });
}
