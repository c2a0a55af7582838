import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import { sql } from 'kysely';
import type { Domain } from '../domains.ts';
import { refuse } from '../http/refuse.ts';
import type { Services } from '../services.ts';
import { type Actor, sessionOf } from './actor.ts';
import { findHold } from './holds.ts';

/** The checks of one call that the caller is the person, and has proved it a moment ago. */
export type Proof = {
  /** Requires a fresh proof of identity where the policy asks for one. */
  require(): Promise<void>;
  /** Requires it whatever the policy says, where the account has a second factor. */
  requireForFactors(): Promise<void>;
  /** Also refuses while acting and under a hold: only the person themselves can go on. */
  requirePerson(): Promise<void>;
  /** Where each act needs its own proof, an act that was refused has not used it up. */
  giveBack(): Promise<void>;
};

export function proofOf(services: Services, actor: Actor, site: Domain): Proof {
  const { store, settings } = services;
  if (actor.key !== null) return proofByKey;
  const { policy, provedSecondsAgo, hasSecondFactor } = actor.identity;
  let isUsed = false;
  const use = async (): Promise<boolean> => {
    if (settings.stepUpMinutes > 0) return provedSecondsAgo <= settings.stepUpMinutes * 60;
    isUsed ||= await setProvedOnce(services, actor, false);
    return isUsed;
  };
  const requireWhere = async (isAsked: boolean): Promise<void> => {
    if (!isAsked || (await use())) return;
    throw refuse('step_up_required', { methods: await proofMethodsOf(services, actor, site) });
  };
  const require = () => requireWhere(policy.step_up);
  return {
    require,
    // A stolen token must not be enough to take over an account that a second factor protects.
    requireForFactors: () => requireWhere(policy.step_up || hasSecondFactor),
    async requirePerson() {
      if (actor.acting) throw refuse('not_while_acting');
      if (await findHold(store.read(actor.scope), actor.userId)) throw refuse('held');
      await require();
    },
    async giveBack() {
      if (isUsed) await setProvedOnce(services, actor, true);
    },
  };
}

const refuseKey = async () => {
  throw refuse('not_by_key');
};

/** A program cannot prove that it is the person. */
const proofByKey: Proof = {
  require: refuseKey,
  requireForFactors: refuseKey,
  requirePerson: refuseKey,
  giveBack: async () => {},
};

/** The person who proves: in an acting session the one who really acts. */
export function provingPerson(actor: Actor): number {
  return actor.acting?.byId ?? actor.userId;
}

/** A password alone is a proof only for an account without a second factor. A passkey works on its own site only. */
export async function proofMethodsOf(services: Services, actor: Actor, site: Domain): Promise<ProofMethod[]> {
  return methodsOfPerson(services, provingPerson(actor), site);
}

export async function methodsOfPerson({ store }: Services, personId: number, site: Domain): Promise<ProofMethod[]> {
  const { rows } = await sql<{ passkey: boolean; totp: boolean; recovery_code: boolean; has_factor: boolean }>`
    select exists (select from passkeys where user_id = u.id and rp_id = ${hostOf(site)}) as passkey,
      exists (select from totp_secrets where user_id = u.id and confirmed_at is not null) as totp,
      exists (select from recovery_codes where user_id = u.id and used_at is null) as recovery_code,
      u.second_factor_at is not null as has_factor
    from users u where u.id = ${personId}`.execute(store.read('platform'));
  const [has] = rows;
  if (!has?.has_factor) return ['password'];
  return (['passkey', 'totp', 'recovery_code'] as const).filter((method) => has[method]);
}

/** The relying party id of a site's passkeys. */
export function hostOf(site: Domain): string {
  return new URL(site.url).hostname;
}

/** The guarded UPDATE has one winner, however many calls use the same proof at once. */
async function setProvedOnce({ store }: Services, actor: Actor, to: boolean): Promise<boolean> {
  return store.unaudited('whether a proof of identity was used up', async (db) => {
    const changed = await db
      .updateTable('sessions')
      .set({ proved_once: to })
      .where('id', '=', sessionOf(actor))
      .where(sql<boolean>`(proved_once is true) <> ${to}`)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  });
}
