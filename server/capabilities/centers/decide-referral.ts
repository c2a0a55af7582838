import { decideReferral } from '@vialkeep/contract/centers.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { bumpVersion } from '../accounts/index.ts';
import { approveRelations, endRelations } from '../network/index.ts';
import { referralLinks } from './referral-links.queries.ts';
import { isStaffInside } from './staff-to-change.ts';

type ReferralDecision = Call<typeof decideReferral>['body'];

/** An approval links the center from now on; a refusal ends the relation, and its row stays as history (W-06). */
export const decideReferralHandler = handle(decideReferral, async ({ access, actor, body, write }) => {
  if (isStaffInside(actor)) throw refuseBy(decideReferral, 'only_the_center');
  return write(async (work) => {
    const link = await waitingLink(work, access, body);
    await (body.approve ? approveRelations : endRelations)(work, [link.id]);
    const center = [`center ${link.hc_id}`];
    await audit(work, {
      domainId: link.domain_id,
      action: 'centers.decide_referral',
      subject: 'user',
      subjectId: link.user_id,
      facts: body.approve ? { added: center } : { ended: center },
    });
    const name = link.company || link.username;
    const message = body.approve
      ? `${name} is now a referral center of ${link.hc_company}.`
      : `${name} has been turned down.`;
    return { success: true as const, message };
  });
});

/**
 * Locks the pending link until the transaction ends: first the user, then the link, as when an administrator saves
 * links.
 */
async function waitingLink(work: Work, access: Access, { user_id, hc_id }: ReferralDecision) {
  const links = await referralLinks(work.db, access)
    .where('relations.subject_id', '=', user_id)
    .where((eb) => (hc_id === undefined ? eb.lit(true) : eb('relations.object_id', '=', hc_id)))
    .orderBy('relations.id', 'desc')
    .execute();
  const waiting = links.filter(isWaiting);
  if (waiting.length > 1) {
    const message = 'Choose the harvest center.';
    throw refuse('invalid_input', { message, fields: ['hc_id'] });
  }
  const { id } = orNotFound(waiting[0] ?? links[0]);
  await bumpVersion(work, user_id, undefined);
  const link = await referralLinks(work.db, access)
    .where('relations.id', '=', id)
    .forUpdate(['relations'])
    .executeTakeFirst();
  if (!isWaiting(orNotFound(link))) throw refuseBy(decideReferral, 'already_decided');
  return orNotFound(link);
}

function isWaiting({ approved_at, ended_at }: { approved_at: Date | null; ended_at: Date | null }): boolean {
  return approved_at === null && ended_at === null;
}
