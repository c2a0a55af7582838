import { Difference, DifferenceKind } from '@vialkeep/contract/reconciliation.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export type Resolver = Pick<Actor, 'userId' | 'scope'>;

const About = Difference.shape.about;
const How = Difference.shape.how;
const State = z.enum(['open', 'begun', 'resolved']);
const Way = z.enum(['void', 'refund']).nullable();

/** The storage invoice whose charge the bank took back; a charge of an invoice belongs to no transaction. */
const takenBackInvoice = sql<number | null>`(
  select paid.invoice_id from gateway_records taken
    join storage_charges paid on paid.gateway = taken.gateway and paid.gateway_id = taken.charge_id
  where item.kind = 'chargeback' and taken.kind = 'chargeback' and taken.gateway = item.gateway
    and taken.gateway_id = item.gateway_id and paid.state = 'charged' limit 1)`;

/** Differences with the gateway's record and the names that an answer shows, on the sites that the scope has. */
export function selectItems(db: Db) {
  return db
    .selectFrom('reconciliation_items as item')
    .leftJoin('domains', 'domains.id', 'item.domain_id')
    .leftJoin('users as requester', 'requester.id', 'item.requested_by')
    .leftJoin('users as resolver', 'resolver.id', 'item.resolved_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('gateway_records')
          .select(['batch', sql<string>`day_of(submitted_at)::text`.as('gateway_day')])
          .whereRef('gateway_records.gateway', '=', 'item.gateway')
          .whereRef('gateway_records.gateway_id', '=', 'item.gateway_id')
          .orderBy('batch')
          .limit(1)
          .as('record'),
      (join) => join.onTrue(),
    )
    .selectAll('item')
    .select(takenBackInvoice.as('invoice_id'))
    .select(['domains.name as site', 'record.batch', 'record.gateway_day'])
    .select(['requester.username as requester', 'resolver.username as resolver']);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number];

export function parseItem(row: Selected) {
  return {
    ...row,
    kind: DifferenceKind.parse(row.kind),
    about: About.parse(row.about),
    state: State.parse(row.state),
    how: How.parse(row.how),
    way: Way.parse(row.way),
  };
}

/** A difference between the books and the gateway. */
export type ItemRow = ReturnType<typeof parseItem>;

export async function getItem(db: Db, id: number): Promise<ItemRow> {
  return parseItem(await selectItems(db).where('item.id', '=', id).executeTakeFirstOrThrow());
}

/** The difference, if it is of a site of this actor; 404 otherwise. The platform also has those of no site. */
export async function requireItem(db: Db, actor: Resolver, id: number): Promise<ItemRow> {
  const row = await selectItems(db)
    .where('item.id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('item.domain_id', '=', site))))
    .executeTakeFirst();
  return parseItem(orNotFound(row));
}

/** The one site of a site's own administrator, which the connection's scope enforces as well; empty for all sites. */
export function sitesOf({ scope }: Resolver): readonly number[] {
  return scope === 'platform' ? [] : [scope];
}

export async function lockItem(work: Work, { id }: Pick<ItemRow, 'id'>): Promise<ItemRow> {
  await work.db
    .selectFrom('reconciliation_items')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return getItem(work.db, id);
}

/** The differences that are not resolved, on the sites that the actor sees. */
export function openDifferences(db: Db, actor: Resolver) {
  return db
    .selectFrom('reconciliation_items')
    .where('state', '<>', 'resolved')
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))));
}
