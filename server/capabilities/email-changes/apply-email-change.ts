import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { endKeys, renewKeys } from '../../kernel/secrets/account-keys.ts';
import { setConfirmedEmail } from '../accounts/index.ts';
import { endOneTimePasswords, endSessions } from '../session/index.ts';
import { UNDO_HOURS } from './change-emails.ts';
import { type EmailChange, endWaitingChanges, type LockedAccount } from './email-changes.queries.ts';
import { releaseUnconfirmedAddress } from './release-unconfirmed-address.ts';

export type Outcome = 'applied' | 'waiting' | 'taken';

/** Applies a change when both conditions are met, in the transaction that meets the second. */
export async function applyWhenReady(work: Work, account: LockedAccount, change: EmailChange): Promise<Outcome> {
  if (!change.confirmed_at || !change.approved_at) return 'waiting';
  await releaseUnconfirmedAddress(work, change.new_email, account.id);
  if (!(await moveToNewEmail(work, account, change.new_email))) {
    await endWaitingChanges(work, account.id, 'taken');
    return 'taken';
  }
  await noteApplied(work, account, change.id);
  await renewKeys(work, { purpose: 'email_undo', userId: account.id, subjectId: change.id, hours: UNDO_HOURS });
  const kept = change.session_id === null ? {} : { except: change.session_id };
  await endSessions(work, { userId: account.id, ...kept }, 'e-mail changed');
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.apply',
    subject: 'user',
    subjectId: account.id,
    facts: { change: change.id, approved_by: change.approved_by },
    changes: { email: { before: account.email, after: change.new_email } },
  });
  return 'applied';
}

/** Marks a change as applied, and ends the keys and one-time passwords that were mailed to the old address. */
export async function noteApplied(work: Work, account: LockedAccount, changeId: number): Promise<void> {
  await work.db
    .updateTable('email_changes')
    .set({
      applied_at: sql`now()`,
      undo_until: sql`now() + make_interval(hours => ${UNDO_HOURS})`,
      password_print: printOf(account.password_hash),
    })
    .where('id', '=', changeId)
    .execute();
  await endOneTimePasswords(work, account.id);
  for (const purpose of ['email_confirm', 'email_approve', 'invitation'] as const) {
    await endKeys(work, purpose, account.id);
  }
}

/** Allows comparing password hashes without storing a hash a second time. */
export function printOf(passwordHash: string | null): Buffer {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest();
}

/** Sets the new email; false if another account has it. The savepoint keeps the rest of the transaction. */
async function moveToNewEmail(work: Work, account: LockedAccount, email: string): Promise<boolean> {
  await sql`savepoint move_to`.execute(work.db);
  try {
    await setConfirmedEmail(work, account.id, email);
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    await sql`rollback to savepoint move_to`.execute(work.db);
    return false;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email_once';
}
