import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import { newOneTimePassword, secretHash } from '../../../kernel/secrets/secrets.ts';

export const SEND_ONE_TIME_PASSWORD = 'send-one-time-password';

const MINUTES = 60;

const Payload = z.object({ email: z.string(), siteId: z.number().int() });

export const sendOneTimePasswordJob: Job = {
  name: SEND_ONE_TIME_PASSWORD,
  async run(payload, { store, domains }, cause) {
    const { email, siteId } = Payload.parse(payload);
    const site = await domains.ofId(siteId);
    const account = await store
      .read('platform')
      .selectFrom('users')
      .select(['id', 'email', 'domain_id'])
      .where(sql<boolean>`lower(email) = ${email}`)
      .where('is_active', '=', true)
      .where('removed_at', 'is', null)
      .$if(!site.isMain, (query) => query.where('domain_id', '=', site.id))
      .executeTakeFirst();
    if (!account) return;
    const home = await domains.ofId(account.domain_id);
    await store.write('platform', cause, (work) => sendOneTimePassword(work, account, home));
  },
};

type Account = { id: number; email: string; domain_id: number };

/** Emails a random password that works once beside the old one and then must be replaced (S-13). */
export async function sendOneTimePassword(work: Work, account: Account, home: Domain): Promise<void> {
  const password = await issueOneTimePassword(work, account);
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: 'one-time-password',
    subject: `Your new ${home.product} password`,
    heading: 'Your new password',
    paragraphs: [
      `Use this password once, within ${MINUTES} minutes. You will then choose one of your own.`,
      'Until you use it, your old password keeps working. If you did not ask for this, you can ignore this letter.',
    ],
    code: password,
    secretHours: MINUTES / 60,
    button: { label: 'Log in', url: `${home.url}/?redirect=password` },
  });
}

/** Creates the password and returns it without sending an email. */
export async function issueOneTimePassword(work: Work, account: Omit<Account, 'email'>): Promise<string> {
  const password = newOneTimePassword();
  await work.db
    .insertInto('one_time_passwords')
    .values({
      domain_id: account.domain_id,
      user_id: account.id,
      password_hash: secretHash(password),
      expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute();
  await audit(work, {
    domainId: account.domain_id,
    action: 'session.issue_one_time_password',
    subject: 'user',
    subjectId: account.id,
  });
  return password;
}

export async function endOneTimePasswords(work: Work, userId: number): Promise<void> {
  await work.db
    .updateTable('one_time_passwords')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
