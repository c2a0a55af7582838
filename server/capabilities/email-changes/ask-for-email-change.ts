import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { endWaitingChanges } from './email-changes.queries.ts';
import { SEND_CHANGE_LETTERS } from './send-change-emails.ts';

const MOST_A_DAY = 5;

type EmailChangeRequest = {
  account: { readonly id: number; readonly domain_id: number; readonly email: string };
  email: string;
  sessionId: number;
  /** The caller proved the current password, so the old address need not approve. */
  byPassword: boolean;
};

/**
 * Records the requested email and replaces a pending change. The work is the same for every address: the job checks
 * later whether it has an account, so that neither the answer nor its timing reveals it.
 */
export async function askForEmailChange(
  work: Work,
  { account, email, sessionId, byPassword }: EmailChangeRequest,
): Promise<void> {
  await requireFewToday(work, account.id);
  await endWaitingChanges(work, account.id, 'replaced');
  const { id } = await work.db
    .insertInto('email_changes')
    .values({
      domain_id: account.domain_id,
      user_id: account.id,
      asked_by: 'person',
      old_email: account.email,
      new_email: email,
      session_id: sessionId,
      ...(byPassword ? { approved_at: sql`now()`, approved_by: 'password' } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(work, SEND_CHANGE_LETTERS, { id });
  await audit(work, {
    domainId: account.domain_id,
    action: 'email_changes.ask',
    subject: 'user',
    subjectId: account.id,
    facts: { change: id, by_password: byPassword },
    changes: { email: { before: account.email, after: email } },
  });
}

async function requireFewToday(work: Work, userId: number): Promise<void> {
  const { asked } = await work.db
    .selectFrom('email_changes')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('user_id', '=', userId)
    .where('asked_by', '=', 'person')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (asked >= MOST_A_DAY) throw refuse('too_many_requests', { retryAfterSeconds: 3_600 });
}
