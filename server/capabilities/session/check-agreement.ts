import { checkAgreement } from '@vialkeep/contract/session.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';

export const checkAgreementHandler = handle(checkAgreement, async ({ actor, db, params, services }) => {
  if (params.userId === actor.userId) return { agreement: actor.agreed };
  const seesOthers = services.permissions.permits(actor, 'users.list');
  const user = seesOthers
    ? await db
        .selectFrom('users')
        .select('check_agreement')
        .where('id', '=', params.userId)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
    : null;
  return { agreement: found(user).check_agreement !== null };
});
