import { reviewAccount } from '@vialkeep/contract/identity-policy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { recordReview } from '../accounts/index.ts';
import { canImpersonate, visibleUser } from '../network/index.ts';

/** A second review changes nothing. */
export const reviewAccountHandler = handle(reviewAccount, async ({ actor, params, services, write }) =>
  write(async (work) => {
    const visible = await visibleUser(work.db, actor, params.id);
    const target = { id: visible.id, plan: visible.plan_id, domainId: visible.domain_id };
    const user = orNotFound(canImpersonate(actor, target) ? visible : null);
    const isNew = await recordReview(work, user.id);
    await audit(work, {
      domainId: user.domain_id,
      action: 'users.review',
      subject: 'user',
      subjectId: user.id,
      facts: { first: isNew },
    });
    const account = await work.db
      .selectFrom('users')
      .select(['email', 'self_made'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (isNew && account.self_made) {
      const home = await services.domains.ofId(user.domain_id);
      await queueEmail(work, {
        from: home,
        to: { userId: user.id, email: account.email },
        kind: 'account-reviewed',
        subject: `Your ${home.product} account was reviewed`,
        heading: 'Your account was reviewed',
        paragraphs: ['An administrator has reviewed your account. You can now add people and write to them.'],
        button: { label: 'Log in', url: home.url },
      });
    }
    return { success: true as const, message: 'The account has been reviewed.' };
  }),
);
