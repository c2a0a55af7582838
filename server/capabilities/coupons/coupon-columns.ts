import { type CouponDetails, updateCoupon } from '@vialkeep/contract/coupons.ts';
import type { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleTo } from '../network/index.ts';

/** Turns the form into columns, after it has checked that the administrator can use the site and the center. */
export async function couponColumns(db: Db, services: Services, actor: Actor, details: CouponDetails) {
  const domainId = await siteOf(services, actor, details.domain ?? null);
  await requireCenter(db, actor, domainId, details.harvest_center ?? null);
  return {
    domain_id: domainId,
    name: details.name,
    code: details.code,
    discount_cents: details.discount_amount,
    max_use_number: details.max_use_number,
    is_active: details.status,
    product_ids: [...(details.product_ids ?? [])],
    harvest_center_id: details.harvest_center ?? null,
  };
}

/**
 * A platform administrator chooses one site, or none for all sites; other administrators have only their own (S-31).
 */
async function siteOf({ domains }: Services, actor: Actor, asked: DomainId | null): Promise<DomainId | null> {
  if (asked === null) return actor.scope === 'platform' ? null : actor.scope;
  const isKnown = (await domains.all()).some(({ id }) => id === asked);
  if (isKnown && (actor.scope === 'platform' || actor.scope === asked)) return asked;
  throw refuseBy(updateCoupon, 'unknown_domain', { fields: ['domain'] });
}

async function requireCenter(db: Db, actor: Actor, site: DomainId | null, asked: UserId | null): Promise<void> {
  if (asked === null) return;
  const center = await db
    .selectFrom('users')
    .select('users.domain_id')
    .where('users.id', '=', asked)
    .where('users.plan_id', '=', Plan.harvestCenter)
    .where('users.removed_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst();
  if (center && (site === null || center.domain_id === site)) return;
  throw refuseBy(updateCoupon, 'unknown_center', { fields: ['harvest_center'] });
}
