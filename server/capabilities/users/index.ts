import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import type { Db } from '../../kernel/db/db.ts';
import { presentPerson } from './users.present.ts';
import { findPerson } from './users.queries.ts';

export { mayBeActedFor, visibleTo } from './users.policy.ts';

/** A user as the browser keeps them, or nothing where the connection's scope has no such row. */
export async function userFor(db: Db, id: UserId): Promise<SessionUser | null> {
  const row = await findPerson(db, id);
  return row ? presentPerson(row) : null;
}
