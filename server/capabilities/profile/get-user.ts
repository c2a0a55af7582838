import { getUser, type ShownUser } from '@vialkeep/contract/profile.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Permissions } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { userFor } from '../users/index.ts';
import { accountFor, isCenterOrStaff } from './profile.queries.ts';
import { writableFields } from './writable-fields.ts';

export const getUserHandler = handle(getUser, async ({ actor, db, params, services }) => {
  const account = await accountFor(db, actor, services.permissions, params.id);
  const user = found(await userFor(db, params.id));
  return { ...user, may: isCenterOrStaff(account) ? centerDetails(actor, services.permissions) : [] };
});

function centerDetails(actor: Actor, permissions: Permissions): ShownUser['may'] {
  const mayChange = writableFields(actor, permissions).includes('template_id');
  return ['show_company', 'show_template', ...(mayChange ? (['change_template'] as const) : [])];
}
