import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { userCsvColumns } from '@vialkeep/contract/users-csv.ts';
import { matching } from '../capabilities/network/search-users.queries.ts';
import { pageOfIds } from '../capabilities/network/user-bitmaps.ts';
import type { UserFilters } from '../capabilities/network/user-pages.ts';
import { readListedUsers } from '../capabilities/users/read-listed-users.ts';
import type { Db } from '../kernel/db/db.ts';
import type { Services } from '../kernel/services.ts';
import type { Actor } from '../kernel/session/actor.ts';

/** The number of users in memory at once. */
const AT_ONCE = 128;

/**
 * The users' file as the server made it before PostgreSQL wrote its cells: the users of the filter bitmaps, with the
 * columns of the list, cell by cell.
 */
export async function usersFileByRows(
  db: Db,
  services: Pick<Services, 'payments' | 'settings'>,
  actor: Actor,
  { search, ...filters }: UserFilters,
): Promise<string> {
  const domainId = actor.scope === 'platform' ? filters.domainId : actor.scope;
  const isEmpty = filters.domainId !== undefined && filters.domainId !== domainId;
  const kind = { ...filters, domainId };
  const rows = [BYTE_ORDER_MARK + csvLine(userCsvColumns.map(([name]) => name))];
  for (let offset = 0; !isEmpty; offset += AT_ONCE) {
    const { ids } = await pageOfIds(db, kind, { limit: AT_ONCE, offset });
    if (ids.length === 0) break;
    const matches = search ? await matching(db, actor, kind, ids, search) : ids;
    const users = await readListedUsers(db, services, actor, matches);
    rows.push(...users.map((user) => csvLine(userCsvColumns.map(([, cell]) => cell(user)))));
  }
  return rows.join('');
}
