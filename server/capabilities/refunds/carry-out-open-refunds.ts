import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { getRefund } from './refunds.queries.ts';

const AT_ONCE = 100;
/** A run ends before the next one begins, so that a gateway that does not answer never occupies two workers. */
const LONGEST_RUN_MS = 50_000;

/**
 * Carries out refunds that wait for their charge to settle, and looks up those whose answer was lost. The
 * order is random, so that those that do not fit into one run have their turn in another.
 */
export async function carryOutOpenRefunds(services: Services, requestId: string): Promise<void> {
  const db = services.store.read('platform');
  const open = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['waiting', 'begun'])
    // The request that made a refund carries it out at first.
    .where((eb) => eb(eb.fn.coalesce('begun_at', 'requested_at'), '<', sql<Date>`now() - interval '5 seconds'`))
    .orderBy((eb) => eb('state', '=', 'begun'), 'desc')
    .orderBy(sql`random()`)
    .limit(AT_ONCE)
    .execute();
  const end = performance.now() + LONGEST_RUN_MS;
  for (const { id } of open) {
    if (performance.now() > end) return;
    try {
      await carryOutRefund(services, await getRefund(db, id), requestId);
    } catch (error) {
      // One refund must not keep the others waiting.
      services.log.warn({ refund: id, error: describeError(error) }, 'a refund could not be carried out yet');
    }
  }
}
