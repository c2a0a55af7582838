import { checkAgreement } from '@vialkeep/contract/session.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy.ts';
import { visibleTo } from '../users/index.ts';

/** Administrators run the association and are not asked; everybody else has accepted or has not. */
export const checkAgreementHandler = handle(checkAgreement, async ({ actor, db, params }) => {
  // Every page asks this of its own user, and the session has read it already.
  if (params.userId === actor.userId) return { agreement: actor.agreed || isAdministrator(actor.plan) };
  const user = await db
    .selectFrom('users')
    .select(['check_agreement', 'plan_id'])
    .where('id', '=', params.userId)
    .where('removed_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst();
  const { check_agreement, plan_id } = found(user);
  return { agreement: check_agreement !== null || isAdministrator(plan_id) };
});

function isAdministrator(plan: number): boolean {
  return administrators.some((administrator) => administrator === plan);
}
