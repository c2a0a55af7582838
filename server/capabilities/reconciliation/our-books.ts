import { type RawBuilder, sql } from 'kysely';

/** The cents of a row of the books; 0 where they were written off because the gateway did not have them. */
function buildCents(cents: RawBuilder<unknown>, gateway: RawBuilder<unknown>, gatewayId: RawBuilder<unknown>) {
  return sql`case when exists (select from reconciliation_items written where written.kind = 'not_at_gateway'
    and written.gateway = ${gateway} and written.gateway_id = ${gatewayId} and written.how = 'write_off')
    then 0 else ${cents} end::bigint`;
}

const soldCents = buildCents(sql`sold.charged_cents`, sql`sold.gateway`, sql`sold.gateway_id`);
const invoicedCents = buildCents(sql`invoice.cents`, sql`charge.gateway`, sql`charge.gateway_id`);
const refundId = sql`coalesce(given.gateway_id, given.reference)`;
const refundedCents = buildCents(sql`given.cents`, sql`sold.gateway`, refundId);
const refundedInvoiceCents = buildCents(sql`given.cents`, sql`charge.gateway`, refundId);
const givenBackCents = buildCents(sql`orphan.theirs_cents`, sql`orphan.gateway`, sql`orphan.sent_reference`);

/**
 * What the books say was charged at a gateway. `is_voided`: the books say that it was cancelled before it settled;
 * `is_open`: a refund of it is under way; `chargeback_ids`: the chargebacks of it that are recorded. Charges of storage invoices belong to no transaction.
 */
export const ourCharges = sql`(
  select sold.gateway, sold.gateway_id, sold.domain_id, ${soldCents} as cents, sold.date as at,
    sold.id as transaction_id,
    exists (select from refunds where transaction_id = sold.id and way = 'void' and state = 'done') as is_voided,
    exists (select from refunds where transaction_id = sold.id and state in ('waiting', 'begun')) as is_open,
    array(select gateway_id from refunds where transaction_id = sold.id and way = 'chargeback' and state = 'done'
      and gateway_id is not null) as chargeback_ids
  from transactions sold where sold.gateway_id is not null
  union all
  select charge.gateway, charge.gateway_id, charge.domain_id, ${invoicedCents}, charge.settled_at, null,
    exists (select from refunds where invoice_id = invoice.id and way = 'void' and state = 'done'),
    exists (select from refunds where invoice_id = invoice.id and state in ('waiting', 'begun')),
    array(select gateway_id from refunds where invoice_id = invoice.id and way = 'chargeback' and state = 'done'
      and gateway_id is not null)
  from storage_charges charge join storage_invoices invoice on invoice.id = charge.invoice_id
  where charge.state = 'charged'
)`;

/** What the books say was sent to a gateway to give money back, by its reference. */
export const ourRefunds = sql`(
  select sold.gateway, given.gateway_id, given.reference, given.domain_id, ${refundedCents} as cents, given.state,
    given.settled_at as at, given.id as refund_id, given.transaction_id
  from refunds given join transactions sold on sold.id = given.transaction_id
  where given.way = 'refund'
  union all
  select charge.gateway, given.gateway_id, given.reference, given.domain_id, ${refundedInvoiceCents}, given.state,
    given.settled_at, given.id, null
  from refunds given join storage_charges charge on charge.invoice_id = given.invoice_id and charge.state = 'charged'
  where given.way = 'refund'
  union all
  select orphan.gateway, null, orphan.sent_reference, orphan.domain_id, ${givenBackCents},
    case orphan.state when 'resolved' then 'done' else 'begun' end, orphan.resolved_at, null, orphan.transaction_id
  from reconciliation_items orphan where orphan.sent_reference is not null and orphan.way = 'refund'
)`;

/**
 * The attempts to charge, by their reference: a charge of an attempt that waits is no difference yet, and one of an
 * attempt that failed is an orphan of its site.
 */
export const ourAttempts = sql`(
  select reference, domain_id, gateway_id, state in ('begun', 'held') as is_open from checkouts
  union all
  select reference, domain_id, gateway_id, state in ('begun', 'held') from storage_charges
)`;
