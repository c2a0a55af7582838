import { listInactiveUsers } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';
import { userPage } from '../network/index.ts';
import { readListedUsers } from './read-listed-users.ts';

/** The documented list has no pages, so it ends here. */
const MOST = 5_000;

export const listInactiveUsersHandler = handle(listInactiveUsers, async ({ actor, db, services }) => {
  const { ids } = await userPage(db, actor, { isActive: false }, { limit: MOST, offset: 0 });
  return readListedUsers(db, services, actor, ids);
});
