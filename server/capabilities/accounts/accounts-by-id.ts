import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';

/** Accounts by their ids, removed ones included: rows of the past still name them. */
export function accountsById(db: Db, ids: readonly number[]) {
  return db.selectFrom('users').where('users.id', '=', anyOf(ids));
}
