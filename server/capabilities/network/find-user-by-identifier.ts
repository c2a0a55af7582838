import { findUserByIdentifier } from '@vialkeep/contract/network.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

/** All callers but administrators find only themselves: a rep who sees a patient must not learn the name (U-10). */
export const findUserByIdentifierHandler = handle(findUserByIdentifier, async ({ access, db, params }) => {
  const { identifier } = params;
  const user = await db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where('users.removed_at', 'is', null)
    .where(access.listFilter().where)
    .where((eb) =>
      /^\d{1,9}$/.test(identifier)
        ? eb('users.id', '=', Number(identifier))
        : eb(sql<string>`lower(users.email)`, '=', identifier.toLowerCase()),
    )
    .executeTakeFirst();
  return orNotFound(user);
});
