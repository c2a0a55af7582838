import { readProviderDetails } from '@vialkeep/contract/transactions.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { describeError } from '../../kernel/log.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { maskCardNumbers } from './mask-card-numbers.ts';
import { sitesOf } from './transactions.filters.ts';

/** F144, S-39 */
export const readProviderDetailsHandler = handle(
  readProviderDetails,
  async ({ actor, db, params, services, request }) => {
    const row = orNotFound(
      await db
        .selectFrom('transactions')
        .select(['gateway', 'gateway_id'])
        .where('id', '=', params.id)
        .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
        .executeTakeFirst(),
    );
    if (row.gateway_id === null) throw refuseBy(readProviderDetails, 'nothing_charged');
    try {
      // Another gateway than the one that took the money knows nothing of it, or something else by the same number.
      const details = row.gateway === services.payments.name ? await services.payments.details(row.gateway_id) : null;
      if (details === null) throw refuseBy(readProviderDetails, 'not_known');
      return { ...maskCardNumbers(details.facts), transaction_id: details.transactionId };
    } catch (error) {
      if (!(error instanceof PaymentUnavailable || error instanceof PaymentUnknown)) throw error;
      services.log.warn({ request: request.id, error: describeError(error) }, 'the payment gateway did not answer');
      throw refuseBy(readProviderDetails, 'provider_unavailable', { retryAfterSeconds: 10 });
    }
  },
);
