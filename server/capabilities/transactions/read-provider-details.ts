import { readProviderDetails } from '@vialkeep/contract/transactions.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { describeError } from '../../kernel/log.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { maskCardNumbers } from './mask-card-numbers.ts';
import { sitesOf } from './transactions.filters.ts';

/** The gateway's details of a charge, masked (F144, S-39). */
export const readProviderDetailsHandler = handle(
  readProviderDetails,
  async ({ actor, db, params, services, request, noteSubjects }) => {
    const row = orNotFound(
      await db
        .selectFrom('transactions')
        .select(['gateway', 'gateway_id', 'buyer_id', 'patient_id'])
        .where('id', '=', params.id)
        .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
        .executeTakeFirst(),
    );
    if (row.gateway_id === null) throw refuseBy(readProviderDetails, 'nothing_charged');
    try {
      // Another gateway than the one that charged does not know the charge, or has a different one under the same
      // number.
      const details = row.gateway === services.payments.name ? await services.payments.details(row.gateway_id) : null;
      if (details === null) throw refuseBy(readProviderDetails, 'not_known');
      // The provider knows the payer; the purchase is about the patient.
      noteSubjects([row.buyer_id, row.patient_id], params.id);
      return { ...maskCardNumbers(details.facts), transaction_id: details.transactionId };
    } catch (error) {
      if (!(error instanceof PaymentUnavailable || error instanceof PaymentUnknown)) throw error;
      services.log.warn({ request: request.id, error: describeError(error) }, 'the payment gateway did not answer');
      throw refuseBy(readProviderDetails, 'provider_unavailable', { retryAfterSeconds: 10 });
    }
  },
);
