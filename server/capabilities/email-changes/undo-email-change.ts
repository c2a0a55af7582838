import { undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { endKeys } from '../../kernel/secrets/account-keys.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { clearHolds } from '../../kernel/session/holds.ts';
import { setConfirmedEmail } from '../accounts/index.ts';
import { revokeKeysSince } from '../api-keys/index.ts';
import { endOneTimePasswords, endSessions, sendOneTimePassword } from '../session/index.ts';
import { printOf } from './apply-email-change.ts';
import { type EmailChange, findChange, type LockedAccount, takeKey } from './email-changes.queries.ts';

const messages = {
  withdrawn: 'The change has been withdrawn.',
  undone: 'Your old e-mail address is back, and every session has been ended. Log in again.',
  replaced:
    'Your old e-mail address is back, and every session has been ended. The password was replaced meanwhile, so a one-time password is on its way to you.',
};

/** Searches across sites, because only the key identifies the account. */
export const undoEmailChangeHandler = handlePublic(
  undoEmailChange,
  async ({ body, request, services }) => {
    const outcome = await services.store.write('platform', actorlessContext(request), async (work) => {
      const taken = await takeKey(work, 'email_undo', body.key, request.site.id);
      const change = taken?.subject_id ? await findChange(work.db, taken.subject_id) : null;
      if (taken && change?.waits) return withdraw(work, change);
      if (taken && change?.can_be_undone) {
        return bringBack(work, await services.domains.ofId(change.domain_id), taken.account, change);
      }
      throw refuseBy(undoEmailChange, 'key_over');
    });
    return { success: true as const, message: messages[outcome] };
  },
  { users_email_once: { reason: 'key_over' } },
);

async function withdraw(work: Work, change: EmailChange): Promise<'withdrawn'> {
  await work.db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()`, ended_why: 'withdrawn' })
    .where('id', '=', change.id)
    .execute();
  await audit(work, {
    domainId: change.domain_id,
    action: 'email_changes.withdraw',
    subject: 'user',
    subjectId: change.user_id,
    facts: { change: change.id },
  });
  return 'withdrawn';
}

/**
 * Restores the old address and ends everything that the new one could have opened: later changes, sessions, mailed
 * passwords, API keys made since, and a password that was chosen since.
 */
async function bringBack(
  work: Work,
  home: Domain,
  account: LockedAccount,
  change: EmailChange,
): Promise<'undone' | 'replaced'> {
  const isReplaced = !change.password_print?.equals(printOf(account.password_hash));
  await work.db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()`, ended_why: 'undone' })
    .where('user_id', '=', account.id)
    .where('id', '>=', change.id)
    .where('ended_at', 'is', null)
    .execute();
  await setConfirmedEmail(work, account.id, change.old_email, { endsPassword: isReplaced });
  await endSessions(work, { userId: account.id }, 'e-mail change undone');
  await endOneTimePasswords(work, account.id);
  for (const purpose of ['email_confirm', 'email_approve', 'invitation'] as const) {
    await endKeys(work, purpose, account.id);
  }
  const keys = await revokeKeysSince(work, account.id, change.created_at);
  await clearHolds(work, account.id, 'old address');
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.undo',
    subject: 'user',
    subjectId: account.id,
    facts: { change: change.id, password_ended: isReplaced, ...(keys > 0 && { api_keys_revoked: keys }) },
    changes: { email: { before: account.email, after: change.old_email } },
  });
  if (isReplaced) await sendOneTimePassword(work, { ...account, email: change.old_email }, home);
  return isReplaced ? 'replaced' : 'undone';
}
