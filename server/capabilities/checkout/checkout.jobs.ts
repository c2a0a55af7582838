import { sql } from 'kysely';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import { isGatewaySilent } from '../charging/index.ts';
import { findCheckout } from './checkout.queries.ts';
import { lookUpCharge } from './look-up-charge.ts';

const AT_ONCE = 200;

/** Settles checkouts whose outcome is unknown: the server stopped, the connection broke, or a review has ended. */
export const settleCheckoutsJob: Job = {
  name: 'settle-checkouts',
  at: '* * * * *',
  async run(_payload, services, cause) {
    const db = services.store.read('platform');
    const waiting = await db
      .selectFrom('checkouts')
      .select('id')
      .where('state', 'in', ['begun', 'held'])
      .where('begun_at', '<', sql<Date>`now() - interval '5 seconds'`)
      .orderBy('begun_at')
      .limit(AT_ONCE)
      .execute();
    for (const { id } of waiting) {
      const checkout = await findCheckout(db, id);
      if (!checkout) continue;
      try {
        await lookUpCharge(services, checkout, { requestId: cause.requestId, isOver: false });
      } catch (error) {
        if (!isGatewaySilent(error)) throw error;
        services.log.warn({ checkout: id, error: describeError(error) }, 'a charge could not be looked up yet');
      }
    }
  },
};
