import { passkeyLogin, passkeyLoginOptions } from '@vialkeep/contract/factors.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handlePublic, type PublicCall, withRateLimit } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { type Counted, networkOf } from '../../../kernel/rate-limits.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { clearHoldsByFactor } from '../../../kernel/session/holds.ts';
import {
  buildAssertionOptions,
  checkAssertion,
  issueChallenge,
  tryChallenge,
  useChallenge,
} from '../../factors/index.ts';
import { finishLogin, presentLogin } from './finish-login.ts';

/** The limit stops a network from filling the table; each of its logins begins once. */
const OPTIONS_FOR_EACH_FAILURE = 10;

export const passkeyLoginOptionsHandler = withRateLimit(
  handlePublic(passkeyLoginOptions, async ({ request: { site }, services: { store } }) => {
    const passkey = await buildAssertionOptions(store.read('platform'), site, null);
    const login = await store.unaudited('a login that is not made yet', (db) =>
      issueChallenge(db, { purpose: 'passkey_login', siteId: site.id, person: null, challenge: passkey.challenge }),
    );
    return { login, passkey: { ...passkey } };
  }),
  ({ loginFailuresPerNetwork, loginWindowMinutes: minutes }) => ({
    bucket: 'passkey-options',
    most: loginFailuresPerNetwork * OPTIONS_FOR_EACH_FAILURE,
    minutes,
  }),
);

type PasskeyCall = PublicCall<typeof passkeyLogin>;

/** Searches across sites: the passkey names the account. */
export const passkeyLoginHandler = handlePublic(passkeyLogin, async (call) => {
  const { request, services } = call;
  const { loginFailuresPerNetwork: most, loginWindowMinutes: minutes } = services.settings;
  const counted: Counted = { limit: { bucket: 'passkey-login', most, minutes }, subject: networkOf(request.address) };
  await services.limits.countInOrder([counted]);
  // A wrong try is committed too, because it counts towards the limit.
  const opened = await services.store.write('platform', actorlessContext(request), (work) => finish(work, call));
  if (typeof opened === 'string') throw refuseBy(passkeyLogin, opened);
  await services.limits.refund([counted]);
  return presentLogin(call, opened);
});

async function finish(work: Work, call: PasskeyCall) {
  const { body, request } = call;
  const { site } = request;
  const key = { purpose: 'passkey_login', key: body.login, siteId: site.id, sessionId: null } as const;
  const begun = await tryChallenge(work.db, key);
  if (!begun?.challenge) throw refuseBy(passkeyLogin, 'login_expired');
  const { challenge } = begun;
  const used = await checkAssertion(work, { site, challenge, response: body.response, personId: null });
  const account = used === null ? undefined : await findAccountOnSite(work, used.userId, site);
  if (used === null || !account?.is_active) {
    await audit(work, {
      domainId: site.id,
      action: 'session.login_refused',
      subject: 'user',
      subjectId: account?.id ?? 'unknown',
      facts: { method: 'passkey' },
    });
    return account ? 'account_inactive' : 'passkey_refused';
  }
  await useChallenge(work.db, begun);
  await clearHoldsByFactor(work, account.id, used.enrolledAt);
  return finishLogin(work, call, { account, provedBy: 'passkey', level: 2, remembersDevice: true });
}

/** Users log in on their own site or on the main one; on other sites they do not exist (S-31). */
async function findAccountOnSite({ db }: Work, id: number, site: { id: number; isMain: boolean }) {
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'plan_id', 'email', 'last_login', 'is_active'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(!site.isMain, (query) => query.where('domain_id', '=', site.id))
    .executeTakeFirst();
}
