import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { NEEDS_DECISION, sitesOf } from './storage.queries.ts';

/** The storage plans on which an administrator has to decide, on the sites that the actor sees. */
export function storageDecisions(db: Db, actor: Pick<Actor, 'scope'>) {
  return db
    .selectFrom('storage_enrolments as plan')
    .where(NEEDS_DECISION)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('plan.domain_id', '=', site))));
}
