import { type PendingEmail, readOwnEmail } from '@vialkeep/contract/email-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { findWaitingChange } from './email-changes.queries.ts';

export const readOwnEmailHandler = handle(readOwnEmail, async ({ access, actor, db }) => {
  access.authorize(ownRecords(actor));
  const account = orNotFound(
    await db
      .selectFrom('users')
      .select(['email', 'email_verified_at'])
      .where('id', '=', actor.userId)
      .executeTakeFirst(),
  );
  const change = await findWaitingChange(db, actor.userId);
  return {
    email: account.email,
    verified: account.email_verified_at !== null,
    pending: change
      ? { email: change.new_email, since: change.created_at.toISOString(), needs: needsOf(change) }
      : null,
  };
});

function needsOf(change: { confirmed_at: Date | null; approved_at: Date | null }): PendingEmail['needs'] {
  return [...(change.confirmed_at ? [] : ['new' as const]), ...(change.approved_at ? [] : ['old' as const])];
}
