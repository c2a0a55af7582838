import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domains } from '../../kernel/domains.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { endSessions } from '../session/index.ts';
import { noteApplied, printOf } from './apply-email-change.ts';
import { tellOldAddressOfAdministrator, UNDO_HOURS } from './change-letters.ts';
import { askToConfirm } from './confirmation-letter.ts';
import { endWaitingChanges, type LockedAccount, lockAccount } from './email-changes.queries.ts';
import { releaseUnconfirmedAddress } from './release-unconfirmed-address.ts';

/**
 * An administrator gives another person's account this e-mail. It works at once; the person is written to at both
 * addresses, and signs nothing for 72 hours unless the old address approves. Answers whether it was another e-mail.
 */
export async function changeEmailForAnother(
  work: Work,
  domains: Domains,
  userId: number,
  email: string,
): Promise<boolean> {
  const account = orNotFound(await lockAccount(work, userId));
  if (account.email === email) return false;
  const home = await domains.ofId(account.domain_id);
  await endWaitingChanges(work, userId, 'replaced');
  const first = await replaceUnapproved(work, userId);
  const oldEmail = first?.old_email ?? account.email;
  await releaseUnconfirmedAddress(work, email, userId);
  await work.db.updateTable('users').set({ email, email_verified_at: null }).where('id', '=', userId).execute();
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
 * The address before the first of several changes that no old address approved: only that one proves the person, so a
 * second change by an administrator must not hand the approval to the address of the first.
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
 * A password that was chosen since the first of several changes may have been chosen through the mailbox of that one, so
 * it ends now, with all sessions: neither approving the last change nor undoing it must hand it on.
 */
async function endPasswordSince(work: Work, account: LockedAccount, changeId: number, print: Buffer | null) {
  await work.db.updateTable('email_changes').set({ password_print: print }).where('id', '=', changeId).execute();
  if (print?.equals(printOf(account.password_hash))) return;
  await work.db
    .updateTable('users')
    .set({ password_hash: null, must_change_password: false, password_set_by: null, password_until: null })
    .where('id', '=', account.id)
    .execute();
  await endSessions(work, { userId: account.id }, 'e-mail changed again by an administrator');
}
