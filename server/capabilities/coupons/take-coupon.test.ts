import { CouponId, DomainId, type UserId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Work } from '../../kernel/db/db.ts';
import type { Scope } from '../../kernel/db/scope.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { queryAs } from '../../testing/query-as.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { type CouponUse, isCouponUsedUp, releaseCoupon, takeCoupon } from './index.ts';

let world: World;
let hc: UserId;
let northHc: UserId;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.idOf('hc@vialkeep.test');
  northHc = await world.idOf('hc@north.test');
});
afterAll(() => world.close());

const MAIN = DomainId.parse(1);
const NORTH = DomainId.parse(2);
let made = 0;

async function coupon(columns: Record<string, unknown> = {}): Promise<CouponId> {
  const row = { name: 'Taken', code: `TAKE${(made += 1)}`, discount_cents: 1_000, ...columns };
  const names = Object.keys(row).join(', ');
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const [kept] = await world.sql<{ id: number }>(
    `insert into coupons (${names}) values (${places.join(', ')}) returning id`,
    Object.values(row),
  );
  return CouponId.parse(kept?.id);
}

const use = (couponId: CouponId, more: Partial<CouponUse> = {}): CouponUse => ({
  couponId,
  domainId: MAIN,
  buyerId: hc,
  productId: 3,
  centerId: hc,
  reference: `purchase-${(made += 1)}`,
  discountCents: 1_000,
  ...more,
});

/** Runs the task in its own transaction and rolls back if it returns false. */
async function inTransaction(scope: Scope, task: (work: Work) => Promise<boolean>): Promise<boolean> {
  try {
    return await world.app.services.store.write(scope, actorlessContext('test'), async (work) => {
      if (await task(work)) return true;
      throw new Error('not taken');
    });
  } catch (error) {
    if (error instanceof Error && error.message === 'not taken') return false;
    throw error;
  }
}
const take = (asked: CouponUse, scope: Scope = asked.domainId) =>
  world.app.services.store
    .write(scope, actorlessContext('test'), (work) => takeCoupon(work, asked))
    .then(() => true)
    .catch((error: unknown) => {
      if (isCouponUsedUp(error)) return false;
      throw error;
    });
const release = (asked: CouponUse, scope: Scope = asked.domainId) =>
  inTransaction(scope, (work) => releaseCoupon(work, asked));
const used = async (id: CouponId) =>
  (await world.sql<{ n: number }>('select used_number as n from coupons where id = $1', [id]))[0]?.n;
const standing = async (id: CouponId) =>
  (await world.sql('select 1 from coupon_uses where coupon_id = $1 and released_at is null', [id])).length;

describe('F103 T34 Taking a coupon', () => {
  test('one of fifty concurrent buyers gets a coupon with one use left', async () => {
    const id = await coupon({ max_use_number: 1 });
    const taken = await Promise.all(Array.from({ length: 50 }, () => take(use(id))));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect([await used(id), await standing(id)]).toEqual([1, 1]);
  });

  test('five of two hundred concurrent buyers get a coupon with five uses left', async () => {
    const id = await coupon({ max_use_number: 7 });
    for (let first = 0; first < 2; first += 1) expect(await take(use(id))).toBe(true);
    const taken = await Promise.all(Array.from({ length: 200 }, () => take(use(id))));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect([await used(id), await standing(id)]).toEqual([7, 7]);
  });

  test('every buyer gets a coupon without a limit, and every use is counted', async () => {
    const id = await coupon();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(use(id))));
    expect(taken.every(Boolean)).toBe(true);
    expect(await used(id)).toBe(20);
  });

  test('taking a coupon for the same purchase again, concurrently or later, counts one use', async () => {
    const id = await coupon({ max_use_number: 3 });
    const asked = use(id);
    const taken = await Promise.all(Array.from({ length: 10 }, () => take(asked)));
    expect(taken.every(Boolean)).toBe(true);
    expect(await take(asked)).toBe(true);
    expect([await used(id), await standing(id)]).toEqual([1, 1]);
  });

  test('a purchase that is rolled back leaves no use', async () => {
    const id = await coupon({ max_use_number: 1 });
    const broken = inTransaction(MAIN, async (work) => {
      await takeCoupon(work, use(id));
      throw new Error('not taken');
    });
    expect(await broken).toBe(false);
    expect([await used(id), await standing(id)]).toEqual([0, 0]);
  });

  test('taking a coupon checks every rule again, because it may have changed since the page was opened', async () => {
    const refused = [
      use(await coupon({ is_active: false })),
      use(await coupon({ removed_at: new Date() })),
      use(await coupon({ product_ids: [8] })),
      use(await coupon({ harvest_center_id: await world.idOf('hc2@vialkeep.test') })),
      use(await coupon({ harvest_center_id: hc }), { centerId: null }),
      use(await coupon({ domain_id: 2 })),
      // The discount was lowered after the order was built.
      use(await coupon({ discount_cents: 500 })),
    ];
    for (const asked of refused) {
      expect(await take(asked)).toBe(false);
      expect([await used(asked.couponId), await standing(asked.couponId)]).toEqual([0, 0]);
    }
  });

  test('taking and releasing a coupon write audit rows with the reference of the purchase', async () => {
    const id = await coupon();
    const asked = use(id);
    await take(asked);
    await release(asked);
    const rows = await world.sql(
      "select action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject = 'coupon' and subject_id = $1 order by position",
      [String(id)],
    );
    expect(rows).toEqual([
      { action: 'coupons.take', facts: { reference: asked.reference, product: 3, discount_cents: 1_000 } },
      { action: 'coupons.release', facts: { reference: asked.reference } },
    ]);
  });
});

describe('T34 Releasing a coupon', () => {
  test('a release gives the use to the next buyer, and only once', async () => {
    const id = await coupon({ max_use_number: 1 });
    const first = use(id);
    expect(await take(first)).toBe(true);
    expect(await take(use(id))).toBe(false);
    const released = await Promise.all(Array.from({ length: 10 }, () => release(first)));
    expect(released.filter(Boolean)).toHaveLength(1);
    expect(await used(id)).toBe(0);
    expect(await take(use(id))).toBe(true);
    expect(await release(first)).toBe(false);
    expect([await used(id), await standing(id)]).toEqual([1, 1]);
  });

  test('a purchase that released its coupon cannot take it again', async () => {
    const asked = use(await coupon());
    await take(asked);
    await release(asked);
    expect(await take(asked)).toBe(false);
    expect(await used(asked.couponId)).toBe(0);
  });

  test('a release for a purchase that took no coupon does nothing', async () => {
    expect(await release(use(await coupon()))).toBe(false);
  });
});

describe('S-31 Taking a coupon on another site', () => {
  test('a coupon for every site counts the uses of buyers on each site', async () => {
    const id = await coupon({ max_use_number: 2 });
    expect(await take(use(id))).toBe(true);
    expect(await take(use(id, { domainId: NORTH, buyerId: northHc, centerId: northHc }))).toBe(true);
    expect(await used(id)).toBe(2);
  });

  test('a connection takes and releases coupons of its own site only', async () => {
    const id = await coupon();
    const asked = use(id);
    expect(await take(asked, NORTH)).toBe(false);
    expect(await take(asked)).toBe(true);
    expect(await release(asked, NORTH)).toBe(false);
    expect(await used(id)).toBe(1);
    expect(await release(asked, 'platform')).toBe(true);
  });

  test('the server’s database role cannot write the count of uses or delete a use', async () => {
    const id = await coupon();
    const { store } = world.app.services;
    for (const scope of [MAIN, 'platform'] as const) {
      await expect(queryAs(store, scope, 'update coupons set used_number = 0 where id = $1', [id])).rejects.toThrow(
        'permission denied',
      );
      await expect(queryAs(store, scope, 'delete from coupon_uses', [])).rejects.toThrow('permission denied');
    }
  });
});
