import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { login } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { found, refuseBy } from '../../kernel/http/refuse.ts';
import { hashPassword, passwordMatches } from '../../kernel/passwords.ts';
import { secretHash } from '../../kernel/secrets.ts';
import { nobody } from '../../kernel/session/actor.ts';
import { userFor } from '../users/index.ts';
import { openSession } from './open-session.ts';

export const loginHandler = handlePublic(login, async ({ body, request, services }) => {
  const { store, limits, settings } = services;
  const limit = { bucket: 'login', most: settings.loginFailures, minutes: settings.loginWindowMinutes };
  const attempt = `${body.email.toLowerCase()} ${request.address}`;
  await limits.check(limit, attempt);

  const db = store.read('platform');
  const account = await findAccount(db, body.email, request.site);
  const byPassword = await passwordMatches(account?.password_hash ?? null, body.password);
  const oneTimeId = account && !byPassword ? await matchingOneTimePassword(db, account.id, body.password) : null;

  if (!account || !(byPassword || oneTimeId)) {
    await limits.count({ ...limit, most: Number.POSITIVE_INFINITY }, attempt);
    await store.write('platform', nobody(request.id), (work) =>
      audit(work, {
        domainId: request.site.id,
        action: 'session.login_refused',
        subject: 'user',
        subjectId: account?.id ?? 'unknown',
      }),
    );
    throw refuseBy(login, 'wrong_credentials');
  }
  if (!account.is_active) throw refuseBy(login, 'account_inactive');

  await limits.forget(limit, attempt);
  return store.write('platform', nobody(request.id), async (work) => {
    if (oneTimeId) await replacePassword(work, account.id, oneTimeId, body.password);
    await work.db.updateTable('users').set({ last_login: sql`now()` }).where('id', '=', account.id).execute();
    const token = await openSession(work, {
      kind: 'login',
      userId: account.id,
      domainId: account.domain_id,
      actorId: account.id,
      parentId: null,
      hours: settings.sessionDays * 24,
      request,
    });
    const user = found(await userFor(work.db, UserId.parse(account.id)));
    return { success: true, message: 'Welcome back.', token, user };
  });
});

/** S-31: people log in on their own site or on the main one. Elsewhere they do not exist. */
async function findAccount(db: Db, email: string, site: { id: number; isMain: boolean }) {
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'password_hash', 'is_active'])
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .where('removed_at', 'is', null)
    .$if(!site.isMain, (query) => query.where('domain_id', '=', site.id))
    .executeTakeFirst();
}

async function matchingOneTimePassword(db: Db, userId: number, given: string): Promise<number | null> {
  const row = await db
    .selectFrom('one_time_passwords')
    .select('id')
    .where('user_id', '=', userId)
    .where('password_hash', '=', secretHash(given.trim().toUpperCase()))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** S-13: its first use makes the one-time password the password, until its owner has chosen another. */
async function replacePassword(work: Work, userId: number, oneTimeId: number, given: string): Promise<void> {
  await work.db
    .updateTable('one_time_passwords')
    .set({ used_at: sql`now()` })
    .where('id', '=', oneTimeId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  await work.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(given), must_change_password: true })
    .where('id', '=', userId)
    .execute();
}
