import { listPendingReferrals } from '@vialkeep/contract/centers.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { MOST } from './centers.queries.ts';
import { referralLinks } from './referral-links.queries.ts';
import { isStaffInside } from './staff-to-change.ts';

export const listPendingReferralsHandler = handle(listPendingReferrals, async ({ access, actor, db }) => {
  const rows = await referralLinks(db, access)
    .where('relations.approved_at', 'is', null)
    .where('relations.ended_at', 'is', null)
    .orderBy('relations.id')
    .limit(fixedLimit(MOST))
    .execute();
  return rows.map(({ user_id, company, username, email, hc_id, hc_company, started_at }) => ({
    user_id,
    company,
    name: username,
    email,
    hc: { id: hc_id, company: hc_company },
    requested_at: started_at.toISOString(),
    may: isStaffInside(actor) ? [] : ['decide' as const],
  }));
});
