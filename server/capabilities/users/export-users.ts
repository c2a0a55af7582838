import { exportUsers } from '@vialkeep/contract/users.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { activeUserFilters } from './users.filters.ts';
import { usersFile } from './users-file.ts';

/** Exports all users that match the filters (V-02). */
export const exportUsersHandler = handle(exportUsers, async (call) => {
  const { db, actor, services } = call;
  const filters = activeUserFilters(call.query);
  return exportedFile(call, {
    fileName: `userList-${new Date().toISOString()}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: (connection) => usersFile(connection, { db, actor, filters, services }),
  });
});
