import type { Profile } from '@vialkeep/contract/profile.ts';
import type { Permissions } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type Field = keyof Profile;

const own: readonly Field[] = [
  'first_name',
  'last_name',
  'company',
  'phone_number',
  'email',
  'address1',
  'address2',
  'city',
  'state_desc',
  'country_desc',
  'zip_code',
  'hc_logo',
];

/**
 * S-17: which fields a caller may write. What is not listed is ignored and not refused, because the profile screens
 * send the template id along unchanged.
 */
export function writableFields(actor: Actor, permissions: Permissions): readonly Field[] {
  const isAdmin = permissions.permits(actor, 'users.list');
  if (isAdmin || actor.acting?.kind === 'login_as') return [...own, 'template_id'];
  // One-time passwords go to the e-mail: staff in a center's account must not be able to move it to themselves.
  return actor.acting?.kind === 'staff_access' ? own.filter((field) => field !== 'email') : own;
}

export function pick(changes: Partial<Profile>, fields: readonly Field[]): Partial<Profile> {
  return Object.fromEntries(
    fields.filter((field) => changes[field] !== undefined).map((field) => [field, changes[field]]),
  );
}
