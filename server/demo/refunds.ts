import { randomUUID } from 'node:crypto';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { carryOutRefund, recordRefundRequest } from '../capabilities/refunds/index.ts';
import type { Services } from '../kernel/services.ts';

const REQUEST = 'demo-refund';

/** One of four kits did not arrive, and the administrator gave its price back. */
export async function addDemoRefund(services: Services): Promise<void> {
  const { store } = services;
  const db = store.read('platform');
  const sale = await db
    .selectFrom('transactions')
    .innerJoin('users', 'users.id', 'transactions.buyer_id')
    .select(['transactions.id', 'transactions.domain_id', 'transactions.price_cents'])
    .where('users.email', '=', 'hc2@vialkeep.test')
    .where('transactions.quantity', '=', 4)
    .orderBy('transactions.date', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow();
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@vialkeep.test')
    .executeTakeFirstOrThrow();
  const userId = UserId.parse(admin.id);
  const cause = { actorId: userId, userId, sessionId: null, requestId: REQUEST };
  const refund = await store.write(sale.domain_id, cause, (work) =>
    recordRefundRequest(work, { userId, scope: 'platform' }, sale, {
      key: randomUUID(),
      amount: sale.price_cents,
      reason: 'not_delivered',
      note: 'One of the four kits did not arrive.',
      return_coupon: false,
      outside: false,
    }),
  );
  await carryOutRefund(services, refund, REQUEST);
}
