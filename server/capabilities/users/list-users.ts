import { listUsers } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentListedUser } from './users.present.ts';
import { listedColumns, listedUsers } from './users.queries.ts';

export const listUsersHandler = handle(listUsers, async ({ actor, db, query }) => {
  const matching = listedUsers(db, actor, {
    search: query.search,
    plan: query.subscription_type,
    domainId: query.domain_id,
    isActive: true,
  });
  const [rows, { count }] = await Promise.all([
    matching.select(listedColumns).orderBy('users.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { results: rows.map((row) => presentListedUser(actor, row)), count };
});
