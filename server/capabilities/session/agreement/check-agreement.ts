import { Plan } from '@vialkeep/contract/plans.ts';
import { checkAgreement } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import { visibleTo } from '../../network/index.ts';

/** Administrators are not asked for the agreement; all other users must accept it. */
export const checkAgreementHandler = handle(checkAgreement, async ({ actor, db, params }) => {
  // Every page makes this call for its own user, and the session has read the value already.
  if (params.userId === actor.userId) return { agreement: actor.agreed || isAdministrator(actor.plan) };
  if (!mayAskOfOthers.includes(actor.plan)) throw refuse('not_found');
  const user = await db
    .selectFrom('users')
    .select(['check_agreement', 'plan_id'])
    .where('id', '=', params.userId)
    .where('removed_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst();
  const { check_agreement, plan_id } = orNotFound(user);
  return { agreement: check_agreement !== null || isAdministrator(plan_id) };
});

/** A center or referral center may ask about its patients. */
const mayAskOfOthers: readonly Plan[] = [...administrators, Plan.harvestCenter, Plan.referralCenter];

function isAdministrator(plan: Plan): boolean {
  return administrators.includes(plan);
}
