import { confirmEmail } from '@vialkeep/contract/email-changes.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { recordEmailConfirmed } from '../accounts/index.ts';
import { applyWhenReady, type Outcome } from './apply-email-change.ts';
import { findChange, type LockedAccount, takeKey } from './email-changes.queries.ts';

const messages = {
  verified: 'Your e-mail address is confirmed.',
  applied: 'Your e-mail address has been changed.',
  waiting: 'This address is confirmed. The change waits until the old address approves it.',
};

/** Searches across sites, because only the key identifies the account. */
export const confirmEmailHandler = handlePublic(confirmEmail, async ({ body, request, services }) => {
  const outcome = await services.store.write('platform', actorlessContext(request), async (work) => {
    const taken = await takeKey(work, 'email_confirm', body.key, request.site.id);
    if (!taken) throw refuseBy(confirmEmail, 'key_over');
    if (taken.subject_id === null) return verify(work, taken.account);
    return confirmChange(work, taken.account, taken.subject_id);
  });
  // Answers like an expired key, so that the caller does not learn that the address has an account.
  if (outcome === 'taken') throw refuseBy(confirmEmail, 'key_over');
  return { success: true as const, message: messages[outcome] };
});

/** Confirms the account's present email; a change of it would have ended the key. */
async function verify(work: Work, account: LockedAccount): Promise<'verified'> {
  await recordEmailConfirmed(work, account.id);
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.verify',
    subject: 'user',
    subjectId: account.id,
  });
  return 'verified';
}

async function confirmChange(work: Work, account: LockedAccount, id: number): Promise<Outcome> {
  const change = await findChange(work.db, id);
  if (!change?.waits) throw refuseBy(confirmEmail, 'key_over');
  const { confirmed_at } = await work.db
    .updateTable('email_changes')
    .set({ confirmed_at: sql`now()` })
    .where('id', '=', id)
    .returning('confirmed_at')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.confirm',
    subject: 'user',
    subjectId: account.id,
    facts: { change: id },
  });
  return applyWhenReady(work, account, { ...change, confirmed_at });
}
