import { readIdentity } from '@vialkeep/contract/factors.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { listFactors } from './list-factors.ts';

export const readIdentityHandler = handle(readIdentity, async ({ access, actor, db, services }) => {
  access.authorize(ownRecords(actor));
  const { identity, userId } = actor;
  const [factors, account] = await Promise.all([
    listFactors(db, userId),
    db
      .selectFrom('users')
      .leftJoin('email_changes', (join) =>
        join.onRef('email_changes.user_id', '=', 'users.id').on('email_changes.ended_at', 'is', null),
      )
      .select(['users.email_verified_at', 'users.second_factor_at', 'email_changes.new_email'])
      .select((eb) =>
        eb
          .selectFrom('recovery_codes')
          .select(sql<number>`count(*)::int`.as('left'))
          .where('recovery_codes.user_id', '=', userId)
          .where('recovery_codes.used_at', 'is', null)
          .as('recovery_left'),
      )
      .where('users.id', '=', userId)
      .executeTakeFirst()
      .then(orNotFound),
  ]);
  const provedAt = Date.now() - identity.provedSecondsAgo * 1_000;
  const isRequired = identity.policy.second_factor_plans.includes(actor.plan);
  return {
    factors,
    recovery_left: account.recovery_left ?? 0,
    required: isRequired,
    due_at: identity.secondFactorDueAt?.toISOString() ?? null,
    level: identity.level,
    proved_until: identity.policy.step_up
      ? new Date(provedAt + services.settings.stepUpMinutes * 60_000).toISOString()
      : null,
    needs_mail_code: account.second_factor_at === null,
    email: { verified: account.email_verified_at !== null, pending: account.new_email },
  };
});
