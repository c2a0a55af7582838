import { getUser, type ShownUser } from '@vialkeep/contract/profile.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { userFor } from '../users/index.ts';
import { type Account, accountFor, isCenterOrStaff } from './profile.queries.ts';
import { writableFields } from './writable-fields.ts';

export const getUserHandler = handle(getUser, async ({ actor, db, params, services }) => {
  const account = await accountFor(db, actor, params.id);
  const user = found(await userFor(db, params.id));
  return { ...user, may: possible(account, writableFields(actor, services.permissions)) };
});

function possible(account: Account, writable: ReturnType<typeof writableFields>): ShownUser['may'] {
  const may: ShownUser['may'] = writable.includes('email') ? ['change_email'] : [];
  if (!isCenterOrStaff(account)) return may;
  may.push('show_company', 'show_template');
  if (writable.includes('template_id')) may.push('change_template');
  return may;
}
