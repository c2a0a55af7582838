import { listUsers } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';
import { userPage } from '../network/index.ts';
import { readListedUsers } from './read-listed-users.ts';
import { activeUserFilters } from './users.filters.ts';

export const listUsersHandler = handle(listUsers, async ({ actor, db, query, services }) => {
  const { ids, count, isExact } = await userPage(db, actor, activeUserFilters(query), query);
  return { results: await readListedUsers(db, services, actor, ids), count, count_is_exact: isExact };
});
