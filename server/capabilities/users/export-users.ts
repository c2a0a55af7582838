import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { exportUsers } from '@vialkeep/contract/users.ts';
import { userCsvColumns } from '@vialkeep/contract/users-csv.ts';
import type { Db } from '../../kernel/db/db.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type UserFilters, userBatches } from '../network/index.ts';
import { readListedUsers } from './read-listed-users.ts';
import { activeUserFilters } from './users.filters.ts';

/** The number of users in memory at once (V-02). */
const AT_ONCE = 128;

export const exportUsersHandler = handle(exportUsers, async (call) =>
  exportedFile(call, {
    fileName: `userList-${new Date().toISOString()}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: () => lines(call.db, call.services, call.actor, activeUserFilters(call.query)),
  }),
);

async function* lines(db: Db, services: Services, actor: Actor, filters: UserFilters): AsyncGenerator<string> {
  // The header is sent with the first users, so that a failing query can still be answered with an error.
  let head = BYTE_ORDER_MARK + csvLine(userCsvColumns.map(([name]) => name));
  for await (const ids of userBatches(db, actor, filters)) {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      // The file needs only the direct relations of a user.
      const users = await readListedUsers(db, services, actor, ids.slice(start, start + AT_ONCE), 'one level');
      yield head + users.map(formatUserLine).join('');
      head = '';
    }
  }
  yield head;
}

function formatUserLine(user: Parameters<(typeof userCsvColumns)[number][1]>[0]): string {
  return csvLine(userCsvColumns.map(([, cell]) => cell(user)));
}
