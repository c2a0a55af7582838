import { requestInvoiceRefund } from '@vialkeep/contract/refunds.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { presentRefund } from './refunds.present.ts';
import { lockTarget, type Requester, sitesOf } from './refunds.queries.ts';
import { findByKey, readSettlement, recordRequest } from './request-refund.ts';
import { isTooOld } from './way-of.ts';

/** Requests a refund of a storage invoice, in the order of a refund of a transaction. */
export const requestInvoiceRefundHandler = handle(
  requestInvoiceRefund,
  async ({ actor, db, params, body: sent, write, services, request }) => {
    const body = { ...sent, return_coupon: false };
    const target = { transaction_id: null, invoice_id: params.id };
    const invoice = orNotFound(await findInvoice(db, actor, params.id));
    if (invoice.paid_on === null) throw refuseBy(requestInvoiceRefund, 'nothing_charged');
    const known = await findByKey(db, target, body);
    const settlement = known || body.outside ? null : await readSettlement(services, invoice);
    if (isTooOld(settlement, new Date())) throw refuseBy(requestInvoiceRefund, 'too_old');
    const refund =
      known ??
      (await write(async (work) => {
        await lockTarget(work, target);
        return recordRequest(work, actor, {
          target,
          charge: orNotFound(await findInvoice(work.db, actor, params.id)),
          body,
        });
      }));
    return presentRefund(await carryOutRefund(services, refund, request.id), actor);
  },
  { refund_keys_are_used_once: { reason: 'key_reused' } },
);

/** A storage invoice of the actor's sites with the charge that has paid it. */
export async function findInvoice(db: Db, actor: Requester, id: number) {
  const row = await db
    .selectFrom('storage_invoices as invoice')
    .leftJoin('storage_charges as charge', (join) =>
      join.onRef('charge.invoice_id', '=', 'invoice.id').on('charge.state', '=', 'charged'),
    )
    .innerJoin('storage_enrolments as plan', 'plan.id', 'invoice.enrolment_id')
    .select([
      'plan.patient_id',
      'invoice.id',
      'invoice.domain_id',
      'invoice.cents as charged_cents',
      'invoice.refunded_cents',
    ])
    .select(['invoice.paid_on', 'charge.gateway', 'charge.gateway_id', 'charge.card_brand', 'charge.card_last4'])
    .select([sql<string>`invoice.from_day::text`.as('from_day'), sql<string>`invoice.to_day::text`.as('to_day')])
    .where('invoice.id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('invoice.domain_id', '=', site))))
    .executeTakeFirst();
  return (
    row && { ...row, gateway: row.gateway ?? '', card_brand: row.card_brand ?? '', card_last4: row.card_last4 ?? '' }
  );
}
