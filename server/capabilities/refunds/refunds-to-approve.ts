import type { Db } from '../../kernel/db/db.ts';
import { type Requester, sitesOf } from './refunds.queries.ts';

/** The refunds that wait for the approval of an administrator, on the sites that the actor sees. */
export function refundsToApprove(db: Db, actor: Requester) {
  return db
    .selectFrom('refunds')
    .where('state', '=', 'requested')
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))));
}

/** The refunds that are not over: they wait for an approval, a settlement or the gateway. */
export function openRefunds(db: Db, actor: Requester) {
  return db
    .selectFrom('refunds')
    .where('state', 'in', ['requested', 'waiting', 'begun'])
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))));
}
