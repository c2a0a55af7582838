import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { login } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { newTurns } from '../../../kernel/jobs/at-once.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import { hashPassword, passwordMatches } from '../../../kernel/secrets/passwords.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { clearHolds } from '../../../kernel/session/holds.ts';
import { recordLogin, setMailedPassword } from '../../accounts/index.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';
import { beginAttempt } from './login-attempts.ts';
import { openSession } from './open-session.ts';
import { sessionUserFor } from './session-user.ts';

export const loginHandler = handlePublic(login, ({ body, request, services, fileCookies, device }) =>
  // The attempts of a network run in turn, so that simultaneous logins with correct passwords do not reach the failure
  // limit.
  inTurn(services, networkOf(request.address), async () => {
    const { store, settings } = services;
    const db = store.read('platform');
    const account = await findAccount(db, body.email, request.site);
    const knownDevice = await findKnownDevice(db, account?.id ?? NOBODY, device.sent);
    const attempt = await beginAttempt(services, { email: body.email, address: request.address, knownDevice });

    const byPassword = await passwordMatches(passwordOf(account), body.password);
    const oneTimeId = byPassword ? null : await matchingOneTimePassword(db, account?.id ?? NOBODY, body.password);

    if (!account || !(byPassword || oneTimeId)) {
      await store.write('platform', actorlessContext(request), (work) =>
        audit(work, {
          domainId: request.site.id,
          action: 'session.login_refused',
          subject: 'user',
          subjectId: account?.id ?? 'unknown',
          // A keyed hash distinguishes attempts on one address from attempts on many, without storing what the user
          // typed by mistake.
          facts: { typed: services.dataKey.hmac(body.email.toLowerCase(), 'refused login').toString('hex') },
        }),
      );
      throw refuseBy(login, 'wrong_credentials');
    }
    await attempt.succeeded();
    if (!account.is_active) throw refuseBy(login, 'account_inactive');

    const isTyped = byPassword && account.password_set_by !== null;
    const { opened, deviceSecret, user } = await store.write('platform', actorlessContext(request), async (work) => {
      if (oneTimeId) await replacePassword(work, account.id, oneTimeId, body.password);
      await recordLogin(work, account.id);
      const session = await openSession(work, {
        kind: 'login',
        userId: account.id,
        domainId: account.domain_id,
        actorId: account.id,
        parentId: null,
        hours: settings.sessionDays * 24,
        provedBy: oneTimeId ? 'one-time password' : 'password',
        request,
      });
      return {
        opened: session,
        // A login with a password that an administrator typed may come from that administrator, so the browser does not
        // become known.
        deviceSecret: isTyped ? null : await rememberDevice(work, account, device.sent),
        user: orNotFound(await sessionUserFor(work.db, services, UserId.parse(account.id))),
      };
    });
    fileCookies.keep(opened.files);
    if (deviceSecret !== null) device.keep(deviceSecret);
    return { success: true as const, message: 'Welcome back.', token: opened.token, user };
  }),
);

/** More than the machine checks at once, and few compared with the failures that a network can have. */
const inTurn = newTurns(8);

/** An id of no user: an unknown account takes the same queries as a known one, so that the duration reveals nothing. */
const NOBODY = 0;

/** A used one-time password does not log in again, and a temporary password does not after its expiry (S-13). */
function passwordOf(account: { password_hash: string | null; password_opens: boolean } | undefined) {
  return account?.password_opens ? account.password_hash : null;
}

/** Users log in on their own site or on the main one; on other sites they do not exist (S-31). */
async function findAccount(db: Db, email: string, site: { id: number; isMain: boolean }) {
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'password_hash', 'password_set_by', 'is_active'])
    .select(sql<boolean>`coalesce(password_until > now(), not must_change_password)`.as('password_opens'))
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

/**
 * The first use of a one-time password ends the old password, also a temporary one, and all other one-time passwords.
 * It becomes the current password that its owner proves when choosing a new one (S-13).
 */
async function replacePassword(work: Work, userId: number, oneTimeId: number, given: string): Promise<void> {
  const used = await work.db
    .updateTable('one_time_passwords')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  if (!used.some(({ id }) => id === oneTimeId)) throw refuseBy(login, 'wrong_credentials');
  await setMailedPassword(work, userId, await hashPassword(given));
  await clearHolds(work, userId, 'one-time password');
}
