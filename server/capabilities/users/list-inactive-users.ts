import { listInactiveUsers } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentListedUser } from './users.present.ts';
import { listedColumns, listedUsers } from './users.queries.ts';

/** The documented list has no pages; this is where it ends. */
const MOST = 5_000;

export const listInactiveUsersHandler = handle(listInactiveUsers, async ({ actor, db }) => {
  const rows = await listedUsers(db, actor, { isActive: false })
    .select(listedColumns)
    .orderBy('users.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => presentListedUser(actor, row));
});
