import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { PublicCall } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import { readSitePolicy } from '../../../kernel/session/site-policy.ts';
import { noteSecondFactorAsked, recordLogin } from '../../accounts/index.ts';
import { findKnownDevice, rememberDevice, trustDevice } from './known-devices.ts';
import { sendNewDeviceEmail } from './new-device-email.ts';
import { openSession } from './open-session.ts';
import { sessionUserFor } from './session-user.ts';

/** The account that logs in. */
export type LoginAccount = {
  readonly id: number;
  readonly domain_id: number;
  readonly plan_id: Plan;
  readonly email: string;
  readonly last_login: Date | null;
};

type Proven = {
  readonly account: LoginAccount;
  /** How the person was identified, and whether a second factor was part of it. */
  readonly provedBy: string;
  readonly level: 1 | 2;
  /** False where a remembered browser stood for the second factor: it must be presented before a sensitive act. */
  readonly isProof?: boolean;
  /** Whether the browser becomes known: not after a password that an administrator typed, who may use it. */
  readonly remembersDevice: boolean;
  /** Whether this browser is not asked for the second factor again for some time. */
  readonly trustsDevice?: boolean;
};

type LoginCall = Pick<PublicCall<never>, 'request' | 'services' | 'fileCookies' | 'device'>;

/** Opens the session of a person who has proven their identity. */
export async function finishLogin(work: Work, { request, services, device }: LoginCall, proven: Proven) {
  const { account, provedBy, level } = proven;
  const policy = await readSitePolicy(work.db, services.settings, account.domain_id);
  const isKnown = (await findKnownDevice(work.db, account.id, device.sent)) !== null;
  await recordLogin(work, account.id);
  const deviceSecret = proven.remembersDevice ? await rememberDevice(work, account, device.sent) : null;
  const deviceHash = deviceSecret === null ? null : secretHash(deviceSecret);
  if (proven.trustsDevice && deviceHash) await trustDevice(work, account.id, deviceHash);
  const session = await openSession(work, {
    kind: 'login',
    userId: account.id,
    domainId: account.domain_id,
    actorId: account.id,
    parentId: null,
    hours: services.settings.sessionDays * 24,
    provedBy,
    level,
    isProof: proven.isProof ?? true,
    deviceHash,
    request,
  });
  if (policy.second_factor_plans.includes(account.plan_id)) await noteSecondFactorAsked(work.db, account.id);
  if (policy.new_device_letter && !isKnown && account.last_login !== null) {
    await sendNewDeviceEmail(work, account, await services.domains.ofId(account.domain_id), request);
  }
  return {
    session,
    deviceSecret,
    user: orNotFound(await sessionUserFor(work.db, services, UserId.parse(account.id))),
  };
}

/** Sets the cookies of a login that has been committed, and answers it. */
export function presentLogin(
  { fileCookies, device }: LoginCall,
  { session, deviceSecret, user }: Awaited<ReturnType<typeof finishLogin>>,
) {
  fileCookies.keep(session.files);
  if (deviceSecret !== null) device.keep(deviceSecret);
  return { success: true as const, message: 'Welcome back.', token: session.token, user };
}
