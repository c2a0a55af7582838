import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Profile } from '@vialkeep/contract/profile.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { assignablePlans } from '../users/index.ts';
import type { Account } from './profile.queries.ts';

type Field = keyof Profile;

const own: readonly Field[] = [
  'first_name',
  'last_name',
  'company',
  'phone_number',
  'address1',
  'address2',
  'city',
  'state_desc',
  'country_desc',
  'zip_code',
  'hc_logo',
];

/**
 * The fields that a caller can write. Other fields are ignored and not refused, because the profile screens send the
 * template id along unchanged (S-17). The email is not among them: `askedEmail` handles it.
 */
export function writableFields(access: Access): readonly Field[] {
  const isAdmin = access.mayTry('users.list');
  return isAdmin || access.actor.acting?.kind === 'login_as' ? [...own, 'template_id'] : own;
}

/**
 * Administrators change other accounts beyond the profile; on their own account they have the rights of any user
 * (S-17).
 */
export function administers(actor: Actor, account: Pick<Account, 'id'>): boolean {
  return administrators.includes(actor.plan) && account.id !== actor.userId;
}

/**
 * The plan that an administrator requests and cannot give; null where there is none (S-34). Other callers' plan field
 * is ignored (S-17).
 */
export function planNotTheirsToGive(actor: Actor, account: Account, plan: Plan | undefined): Plan | null {
  if (plan === undefined || !administrators.includes(actor.plan)) return null;
  return assignablePlans(actor, account).includes(plan) ? null : plan;
}

export function pick(changes: Partial<Profile>, fields: readonly Field[]): Partial<Profile> {
  return Object.fromEntries(
    fields.filter((field) => changes[field] !== undefined).map((field) => [field, changes[field]]),
  );
}
