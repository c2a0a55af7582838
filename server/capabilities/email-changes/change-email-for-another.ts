import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domains } from '../../kernel/domains.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import type { Proof } from '../../kernel/session/proof.ts';
import { endPassword, setUnconfirmedEmail } from '../accounts/index.ts';
import { endSessions } from '../session/index.ts';
import { noteApplied, printOf } from './apply-email-change.ts';
import { tellOldAddressOfAdministrator, UNDO_HOURS } from './change-emails.ts';
import { askToConfirm } from './confirmation-email.ts';
import { endWaitingChanges, type LockedAccount, lockAccount } from './email-changes.queries.ts';
import { releaseUnconfirmedAddress } from './release-unconfirmed-address.ts';

/**
 * Sets the email of another user's account at once. Emails both addresses and blocks signing for 72 hours unless the
 * old address approves. Returns false if the email is the same. The new mailbox can take a new password, so the caller
 * has to prove their identity first, whichever form the email comes from.
 */
export async function changeEmailForAnother(
  work: Work,
  domains: Domains,
  userId: number,
  email: string,
  proof: Proof,
): Promise<boolean> {
  const account = orNotFound(await lockAccount(work, userId));
  if (account.email === email) return false;
  await proof.require();
  const home = await domains.ofId(account.domain_id);
  await endWaitingChanges(work, userId, 'replaced');
  const first = await replaceUnapproved(work, userId);
  const oldEmail = first?.old_email ?? account.email;
  await releaseUnconfirmedAddress(work, email, userId);
  await setUnconfirmedEmail(work, userId, email);
  const change = await work.db
    .insertInto('email_changes')
    .values({
      domain_id: account.domain_id,
      user_id: userId,
      asked_by: 'administrator',
      old_email: oldEmail,
      new_email: email,
      letters_at: sql`now()`,
    })
    .returning(['id', 'user_id', 'domain_id', 'old_email', 'new_email'])
    .executeTakeFirstOrThrow();
  await noteApplied(work, account, change.id);
  if (first) await endPasswordSince(work, account, change.id, first.password_print);
  await beginHold(work, { userId, domainId: account.domain_id, why: 'email_set_by_other', hours: UNDO_HOURS });
  await tellOldAddressOfAdministrator(work, home, change);
  await askToConfirm(work, home, { id: userId, email, domain_id: account.domain_id });
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.set',
    subject: 'user',
    subjectId: userId,
    facts: { change: change.id },
    changes: { email: { before: account.email, after: email } },
  });
  return true;
}

/**
 * Ends unapproved changes and returns the first of them. Only the address before that one proves the user, so a second
 * change must not let the address of the first approve it.
 */
async function replaceUnapproved(work: Work, userId: number) {
  const replaced = await work.db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()`, ended_why: 'replaced' })
    .where('user_id', '=', userId)
    .where('asked_by', '=', 'administrator')
    .where('approved_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('undo_until', '>', sql<Date>`now()`)
    .returning(['id', 'old_email', 'password_print'])
    .execute();
  return replaced.toSorted((a, b) => a.id - b.id)[0] ?? null;
}

/**
 * Ends a password that was chosen since the first of several changes, and all sessions: it may have been chosen through
 * the mailbox of that change, and must not survive an approval or an undo.
 */
async function endPasswordSince(work: Work, account: LockedAccount, changeId: number, print: Buffer | null) {
  await work.db.updateTable('email_changes').set({ password_print: print }).where('id', '=', changeId).execute();
  if (print?.equals(printOf(account.password_hash))) return;
  await endPassword(work, account.id);
  await endSessions(work, { userId: account.id }, 'e-mail changed again by an administrator');
}
