import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from '../network/index.ts';
import { maySetLogin } from './may-administer.ts';

/** The account whose state a call changes, if this administrator may change it; otherwise 404, whatever the reason. */
export async function userToAdminister(db: Db, actor: Actor, id: number) {
  const user = await visibleUser(db, actor, id);
  return orNotFound(user.id === actor.userId || maySetLogin(actor, user) ? user : null);
}
