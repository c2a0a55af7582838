import { login } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { newTurns } from '../../../kernel/jobs/at-once.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import { hashPassword, passwordMatches } from '../../../kernel/secrets/passwords.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { beginSecondStep } from '../../factors/index.ts';
import { finishLogin, presentLogin } from './finish-login.ts';
import { findKnownDevice, isTrustedDevice } from './known-devices.ts';
import { beginAttempt } from './login-attempts.ts';
import { findOneTimePassword, replacePassword } from './one-time-login.ts';

export const loginHandler = handlePublic(login, (call) => {
  const { body, request, services, device } = call;
  // The attempts of a network run in turn, so that simultaneous logins with correct passwords do not reach the failure
  // limit.
  return inTurn(services, networkOf(request.address), async () => {
    const { store } = services;
    const db = store.read('platform');
    const account = await findAccount(db, body.email, request.site);
    const knownDevice = await findKnownDevice(db, account?.id ?? NOBODY, device.sent);
    const attempt = await beginAttempt(services, { email: body.email, address: request.address, knownDevice });

    const byPassword = await passwordMatches(passwordOf(account), body.password);
    const oneTimeId = byPassword ? null : await findOneTimePassword(db, account?.id ?? NOBODY, body.password);

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
    const isTrusted = byPassword && !isTyped && isTrustedDevice(account, knownDevice);
    if (account.second_factor_at !== null && !isTrusted) {
      const first = oneTimeId
        ? { provedBy: 'one-time password' as const, oneTimeId, passwordHash: await hashPassword(body.password) }
        : { provedBy: 'password' as const };
      return beginSecondStep(services, account, first, request);
    }
    const opened = await store.write('platform', actorlessContext(request), async (work) => {
      if (oneTimeId) {
        const passwordHash = await hashPassword(body.password);
        const isReplaced = await replacePassword(work, account.id, { oneTimeId, passwordHash });
        if (!isReplaced) throw refuseBy(login, 'wrong_credentials');
      }
      return finishLogin(work, call, {
        account,
        provedBy: oneTimeId ? 'one-time password' : isTrusted ? 'password and remembered device' : 'password',
        level: isTrusted ? 2 : 1,
        isProof: !isTrusted,
        // A login with a password that an administrator typed may come from that administrator.
        remembersDevice: !isTyped,
      });
    });
    return presentLogin(call, opened);
  });
});

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
    .select(['id', 'domain_id', 'plan_id', 'email', 'last_login'])
    .select(['password_hash', 'password_set_by', 'is_active', 'second_factor_at'])
    .select(sql<boolean>`coalesce(password_until > now(), not must_change_password)`.as('password_opens'))
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .where('removed_at', 'is', null)
    .$if(!site.isMain, (query) => query.where('domain_id', '=', site.id))
    .executeTakeFirst();
}
