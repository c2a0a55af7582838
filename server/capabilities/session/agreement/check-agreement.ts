import type { Plan } from '@vialkeep/contract/plans.ts';
import { checkAgreement } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import { authorizeAccount } from '../../network/index.ts';

/** Administrators are not asked for the agreement; all other users must accept it. */
export const checkAgreementHandler = handle(checkAgreement, async ({ access, actor, db, params }) => {
  // Every page makes this call for its own user, and the session has read the value already.
  if (params.userId === actor.userId) {
    access.authorize({ ...ownRecords(actor), isVisible: true });
    return { agreement: actor.agreed || isAdministrator(actor.plan) };
  }
  const { id, plan_id } = await authorizeAccount(access, db, params.userId);
  const { check_agreement } = await db
    .selectFrom('users')
    .select('check_agreement')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { agreement: check_agreement !== null || isAdministrator(plan_id) };
});

function isAdministrator(plan: Plan): boolean {
  return administrators.includes(plan);
}
