import { createHash, createPrivateKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import type { Page } from 'playwright-core';
import { type Authenticator, newAuthenticator } from '../../../server/testing/identity/authenticator.ts';
import type { Settings } from '../../harness/product.ts';
import { type Answered, getJson, postJson } from './calls.ts';

/** `npm run e2e:strict`: the journeys run under the strict policy, with people who have a second factor. */
export const isStrict = process.env.E2E_POLICY === 'strict';

export const policySettings: Settings = isStrict ? { IDENTITY_POLICY: 'strict' } : {};

/** The plans of which the strict policy asks a second factor, and staff, who enter centers only with one. */
const enrolledPlans: readonly Plan[] = [Plan.harvestCenter, Plan.admin, Plan.staff, Plan.superAdmin, Plan.patientsList];

const LETTER_TIMEOUT_MS = 60_000;

/** A person at one site. The passkeys of all people of a run have one key, so that every process can sign with it. */
export type Holder = { readonly site: string; readonly email: string; readonly password: string; readonly key: string };

type FirstStep = { token: null; next: { login: string; methods: readonly string[]; passkey: object | null } };
type Opened = { token: string; user: SessionUser; next?: undefined };

/** Logs in, with the second factor where the account has one. Sets a factor up where the plan needs one. */
export async function logInWithFactor(holder: Holder): Promise<Answered> {
  const { site, email, password } = holder;
  const first = await postJson(`${site}/api/admin/login/`, { email, password });
  if (first.status !== 200 || holder.key === '') return first;
  // @NOTE the two shapes of a successful login.
  const answer = first.body as FirstStep | Opened;
  if (answer.token === null) {
    const { login, passkey } = answer.next;
    if (!passkey) return first;
    return postJson(`${site}/api/v1/users/login/second-factor/`, { login, passkey: signChallenge(holder, passkey) });
  }
  if (enrolledPlans.includes(answer.user.subscription.id)) await enrolPasskey(holder, answer.token);
  return first;
}

/** Adds the passkey of this site as the account's first factor, or as another with the proof of this session. */
async function enrolPasskey(holder: Holder, token: string): Promise<readonly string[]> {
  const { site, email } = holder;
  const identity = await getJson(`${site}/api/v1/identity/`, token);
  // @NOTE the response of this call.
  const { needs_mail_code } = identity.body as { needs_mail_code: boolean };
  const mail_code = needs_mail_code ? await mailedCode(site, email, token) : undefined;
  // @NOTE the response of this call.
  const begun = (await postJson(`${site}/api/v1/identity/passkeys/options/`, {}, token)).body as {
    login: string;
    options: object;
  };
  const response = authenticatorOf(holder).create(begun.options);
  const sent = { login: begun.login, label: 'Journeys', response, mail_code };
  const { status, body } = await postJson(`${site}/api/v1/identity/passkeys/`, sent, token);
  if (status !== 200) throw new Error(`${email} cannot add a passkey: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of this call.
  return (body as { recovery_codes: readonly string[] }).recovery_codes;
}

/** Adds a passkey for a second site, where the person logs in with a recovery code first. */
export async function enrolAtBothSites(home: Holder, otherSite: string): Promise<void> {
  const { email, password } = home;
  // @NOTE the account has no factor yet.
  const opened = (await postJson(`${home.site}/api/admin/login/`, { email, password })).body as Opened;
  const [recovery_code] = await enrolPasskey(home, opened.token);
  const other = { ...home, site: otherSite };
  // @NOTE the account has a factor now.
  const first = (await postJson(`${otherSite}/api/admin/login/`, { email, password })).body as FirstStep;
  const second = { login: first.next.login, recovery_code };
  const { status, body } = await postJson(`${otherSite}/api/v1/users/login/second-factor/`, second);
  if (status !== 200) throw new Error(`${email} cannot use a recovery code: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of a completed login.
  await enrolPasskey(other, (body as Opened).token);
}

/** Proves the identity of a session again, where each sensitive act asks for it. */
export async function proveAgain(holder: Holder, token: string): Promise<void> {
  const begun = await postJson(`${holder.site}/api/v1/identity/step-up/options/`, {}, token);
  // @NOTE the response of this call.
  const { login, passkey } = begun.body as { login: string; passkey: object };
  const proof = { login, passkey: signChallenge(holder, passkey) };
  const { status, body } = await postJson(`${holder.site}/api/v1/identity/step-up/`, proof, token);
  if (status !== 200) throw new Error(`${holder.email} cannot prove it again: ${status} ${JSON.stringify(body)}`);
}

/** A person whose password another person set ends that hold first. */
async function mailedCode(site: string, email: string, token: string): Promise<string> {
  const path = `${site}/api/v1/identity/mail-code/`;
  const { status } = await postJson(path, {}, token);
  if (status !== 409) return newestCode(site, email);
  await postJson(`${site}/api/v1/identity/hold/code/`, {}, token);
  const code = await newestCode(site, email);
  const cleared = await postJson(`${site}/api/v1/identity/hold/clear/`, { code }, token);
  const again = await postJson(path, {}, token);
  if (again.status !== 200) throw new Error(`${email} gets no code: ${cleared.status}, ${JSON.stringify(again.body)}`);
  return newestCode(site, email, code);
}

/** Waits for a letter with another code than an earlier one. */
async function newestCode(site: string, email: string, earlier?: string): Promise<string> {
  for (const deadline = Date.now() + LETTER_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    // @NOTE the outbox of demo mode answers a list of emails, the newest first.
    const letters = (await getJson(`${site}/dev/outbox.json`)).body as { to: string; subject: string; text: string }[];
    const letter = letters.find(({ to, subject }) => to === email && subject.includes('code'));
    const code = /^ {4}(\d{6})$/m.exec(letter?.text ?? '')?.[1];
    if (code && code !== earlier) return code;
  }
  throw new Error(`No letter with a code came for ${email}.`);
}

/** Has the page's next request for a passkey answered by that of this person, as their device would. */
export async function holdPasskey(page: Page, holder: Holder, options: object): Promise<void> {
  const { id, response } = signChallenge(holder, options);
  await page.evaluate(
    (signed) => {
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
      const parts = Object.entries(signed.response).map(([name, text]): [string, ArrayBuffer] => [name, bytesOf(text)]);
      const credential = {
        id: signed.id,
        rawId: bytesOf(signed.id),
        type: 'public-key',
        response: Object.fromEntries(parts),
        getClientExtensionResults: () => ({}),
      };
      Object.defineProperty(navigator.credentials, 'get', { value: async () => credential, configurable: true });
    },
    // @NOTE every part that a software authenticator signs is a text.
    { id: String(id), response: JSON.parse(JSON.stringify(response)) as Record<string, string> },
  );
}

function signChallenge(holder: Holder, options: object) {
  // A counter of 0 means that the device has none; several processes sign with this passkey at once.
  return authenticatorOf(holder).get(options, { counter: 0 });
}

function authenticatorOf({ site, email, key }: Holder): Authenticator {
  const { origin, hostname: rpId } = new URL(site);
  const id = createHash('sha256').update(`${email} ${rpId}`).digest();
  return newAuthenticator({ origin, rpId }, { id, privateKey: createPrivateKey(key) });
}
