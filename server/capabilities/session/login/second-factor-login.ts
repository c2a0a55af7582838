import { secondFactorLogin } from '@vialkeep/contract/factors.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handlePublic, type PublicCall } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { clearHoldsByFactor } from '../../../kernel/session/holds.ts';
import { provedByBoth } from '../../../kernel/session/session-proof.ts';
import {
  beginProof,
  checkFactor,
  findChallenge,
  mayRememberDevice,
  methodOf,
  sendFactorEmail,
  tryChallenge,
  useChallenge,
} from '../../factors/index.ts';
import { finishLogin, presentLogin } from './finish-login.ts';
import { findLoginAccount } from './login-account.ts';
import { replacePassword } from './one-time-login.ts';

type SecondCall = PublicCall<typeof secondFactorLogin>;

/** Searches across sites: the key of the first step names the account. */
export const secondFactorLoginHandler = handlePublic(secondFactorLogin, async (call) => {
  const { body, request, services } = call;
  const begun = await findChallenge(services.store.read('platform'), presentedKey(call));
  if (!begun?.user_id) throw refuseBy(secondFactorLogin, 'login_expired');
  const attempt = await beginProof(services, begun.user_id, request);
  // A wrong try is committed too, because it counts towards the limit.
  const opened = await services.store.write('platform', actorlessContext(request), (work) => finish(work, call));
  if (opened === null) {
    if (body.passkey !== undefined) throw refuseBy(secondFactorLogin, 'passkey_refused');
    const field = body.totp === undefined ? 'recovery_code' : 'totp';
    throw refuseBy(secondFactorLogin, 'wrong_code', { fields: [field] });
  }
  await attempt.succeeded();
  return presentLogin(call, opened);
});

async function finish(work: Work, call: SecondCall) {
  const { body, request, services } = call;
  const begun = await tryChallenge(work.db, presentedKey(call));
  const account = begun?.user_id ? await findLoginAccount(work.db, begun.user_id) : undefined;
  if (!begun || !account) throw refuseBy(secondFactorLogin, 'login_expired');
  const method = methodOf(body);
  const { challenge } = begun;
  const enrolledAt =
    method === null || method === 'password'
      ? null
      : await checkFactor(work, method, body, { personId: account.id, site: request.site, challenge });
  if (method === null || method === 'password' || enrolledAt === null) {
    await audit(work, {
      domainId: account.domain_id,
      action: 'session.second_factor_refused',
      subject: 'user',
      subjectId: account.id,
      facts: { method: method ?? 'none' },
    });
    return null;
  }
  await useChallenge(work.db, begun);
  const { one_time_id: oneTimeId, password_hash: passwordHash } = begun;
  if (oneTimeId !== null && passwordHash !== null) {
    const isReplaced = await replacePassword(work, account.id, { oneTimeId, passwordHash });
    if (!isReplaced) throw refuseBy(secondFactorLogin, 'login_expired');
  }
  await clearHoldsByFactor(work, account.id, enrolledAt);
  if (method === 'recovery_code') {
    await sendFactorEmail(work, account, await services.domains.ofId(account.domain_id), 'code used');
  }
  return finishLogin(work, call, {
    account,
    provedBy: provedByBoth(begun.proved_by ?? 'password', method),
    level: 2,
    remembersDevice: true,
    trustsDevice: body.remember_device === true && mayRememberDevice(account),
  });
}

function presentedKey({ body, request }: SecondCall) {
  return { purpose: 'second_factor', key: body.login, siteId: request.site.id, sessionId: null } as const;
}
