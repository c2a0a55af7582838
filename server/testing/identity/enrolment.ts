import { addPasskey, confirmTotp, passkeyOptions, sendFactorCode, startTotp } from '@vialkeep/contract/factors.ts';
import { login, type SecondStep } from '@vialkeep/contract/session.ts';
import { Secret, TOTP } from 'otpauth';
import { openLetter } from '../../kernel/mail/outbox.ts';
import { hostOf } from '../../kernel/session/proof.ts';
import { PASSWORD } from '../people.ts';
import { anonymousCaller, type Caller, type World } from '../world.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';

const PERIOD_MS = 30_000;

/** The code that an app shows now, or this many steps away from now. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * PERIOD_MS });
}

/** Forgets which codes were used, so that a test need not wait for the next one. */
export async function forgetUsedCodes(world: World): Promise<void> {
  await world.sql('update totp_secrets set last_step = 0');
  await world.sql("delete from rate_limits where bucket like 'second-factor%'");
}

/** The six digits of the newest email of this kind to the caller. */
export async function mailedCode(world: World, caller: Caller, kind = 'factor-code'): Promise<string> {
  const [row] = await world.sql<Parameters<typeof openLetter>[1]>(
    'select * from letters where user_id = $1 and kind = $2 order by id desc limit 1',
    [caller.user?.id, kind],
  );
  const code = row && /\b(\d{6})\b/.exec(openLetter(world.app.services.dataKey, row).text_body)?.[1];
  if (!code) throw new Error(`There is no ${kind} letter.`);
  return code;
}

export async function askForMailCode(world: World, caller: Caller): Promise<string> {
  await world.call(caller, sendFactorCode);
  return mailedCode(world, caller);
}

export type EnrolledApp = { readonly secret: string; readonly recovery: string[] };

/** Sets up an authenticator app as the account's first factor. */
export async function enrolApp(world: World, caller: Caller): Promise<EnrolledApp> {
  const mail_code = await askForMailCode(world, caller);
  const { secret } = await world.call(caller, startTotp);
  const { recovery_codes } = await world.call(caller, confirmTotp, { body: { code: codeOf(secret), mail_code } });
  await forgetUsedCodes(world);
  return { secret, recovery: recovery_codes };
}

/** An authenticator of the site at this host. */
export async function authenticatorAt(world: World, host = 'localhost'): Promise<Authenticator> {
  const site = await world.app.services.domains.findByHost(host);
  if (!site) throw new Error(`There is no site ${host}.`);
  return newAuthenticator({ origin: new URL(site.url).origin, rpId: hostOf(site) });
}

/** Adds a passkey; `isFirst` where the account has no factor yet. */
export async function enrolPasskey(
  world: World,
  caller: Caller,
  { isFirst = true, device }: { isFirst?: boolean; device?: Authenticator } = {},
) {
  const authenticator = device ?? (await authenticatorAt(world, caller.host));
  const mail_code = isFirst ? await askForMailCode(world, caller) : undefined;
  const begun = await world.call(caller, passkeyOptions);
  const body = { login: begun.login, label: 'Laptop', response: authenticator.create(begun.options), mail_code };
  const { factor, recovery_codes } = await world.call(caller, addPasskey, { body });
  return { authenticator, factor, recovery: recovery_codes };
}

/** The first half of a login of an account with a factor. */
export async function beginLogin(
  world: World,
  email: string,
  host = 'localhost',
  password = PASSWORD,
): Promise<SecondStep['next']> {
  const response = await world.send({ ...anonymousCaller, host }, login, { body: { email, password } });
  const answer = response.json<SecondStep>();
  if (response.statusCode !== 200 || answer.token !== null) throw new Error(`No second step: ${response.body}`);
  return answer.next;
}
