import { getUser } from '@vialkeep/contract/profile.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { userFor } from '../users/index.ts';
import { accountFor } from './profile.queries.ts';

export const getUserHandler = handle(getUser, async ({ actor, db, params, services }) => {
  await accountFor(db, actor, services.permissions, params.id);
  return found(await userFor(db, params.id));
});
