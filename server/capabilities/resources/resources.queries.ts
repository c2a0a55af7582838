import type { AssetId } from '@vialkeep/contract/kernel/ids.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type Assets = ExpressionBuilder<Tables, 'assets'>;

/** Assets with their domain, sections, links and files. */
export function assets(db: Db) {
  return db
    .selectFrom('assets')
    .leftJoin('domains', 'domains.id', 'assets.domain_id')
    .select([
      'assets.id',
      'assets.domain_id',
      'domains.name as domain_name',
      'assets.asset_name',
      'assets.description',
      'assets.plan_ids',
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('asset_sections')
          .select(['asset_sections.id', 'asset_sections.url'])
          .whereRef('asset_sections.asset_id', '=', 'assets.id')
          .orderBy('asset_sections.id'),
      ).as('sections'),
      jsonArrayFrom(
        eb
          .selectFrom('asset_items')
          .select(['asset_items.id', 'asset_items.type', 'asset_items.name', 'asset_items.path'])
          .whereRef('asset_items.asset_id', '=', 'assets.id')
          .orderBy('asset_items.id'),
      ).as('items'),
    ]);
}

export type AssetRow = Awaited<ReturnType<ReturnType<typeof assets>['execute']>>[number];

/** The assets that an administrator manages: all, or those of their one site (S-31). */
export function keptBy(actor: Actor) {
  return (eb: Assets) => (actor.scope === 'platform' ? eb.lit(true) : eb('assets.domain_id', '=', actor.scope));
}

export function forPlan(plan: Plan | RawBuilder<Plan>) {
  return sql<boolean>`${plan}::smallint = any(assets.plan_ids)`;
}

/** An asset that this administrator manages; 404 for any other. */
export async function administeredAsset(db: Db, actor: Actor, id: AssetId): Promise<AssetRow> {
  return orNotFound(await assets(db).where('assets.id', '=', id).where(keptBy(actor)).executeTakeFirst());
}

/** The same with a row lock until the transaction ends. */
export async function lockedAsset({ db }: Work, actor: Actor, id: AssetId) {
  const asset = await db
    .selectFrom('assets')
    .select(['assets.id', 'assets.domain_id'])
    .where('assets.id', '=', id)
    .where(keptBy(actor))
    .forUpdate()
    .executeTakeFirst();
  return orNotFound(asset);
}
