import { listDifferences, runReconciliation } from '@vialkeep/contract/reconciliation.ts';
import type { Caller, World } from '../world.ts';

type Planted = { readonly transaction_id: number; readonly charge_id: string };

/**
 * Charges of a site that settled at the sandbox, with their transactions, over the last three days. The sums differ, so
 * that a mix-up would show.
 */
export async function plantSales(world: World, buyer: string, count: number): Promise<readonly Planted[]> {
  return world.sql<Planted>(
    `with charged as (
       insert into sandbox_charges (reference, amount_cents, invoice_number, description, customer, brand, last4, state,
         created_at, settled_at)
       select 'sale-' || $1 || '-' || n, 1000 + n, n::text, 'A kit', '1', 'Visa', '1111', 'approved', at, at
       from generate_series(1, $2::integer) n,
         lateral (select now() - interval '2 hours 15 minutes' - (n % 60) * interval '1 hour' as at) made
       returning id, amount_cents, created_at
     ), sold as (
       insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
         harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, gateway_id, card_brand, card_last4,
         invoice_id, description, receipt_email)
       select buyer.domain_id, charged.created_at, buyer.id, 3, 1, charged.amount_cents, charged.amount_cents, 0, 0, 0,
         charged.amount_cents, 1, 'sandbox', charged.id, 'Visa', '1111', 1, 'A kit', buyer.email
       from charged, users buyer where buyer.email = $1
       returning id, gateway_id
     )
     select id as transaction_id, gateway_id as charge_id from sold order by id`,
    [buyer, count],
  );
}

/** A charge at the sandbox that the books do not have. With an attempt, it is of the site of the attempt. */
export async function plantOrphan(
  world: World,
  { reference, cents = 4_200, isSettled = true }: { reference: string; cents?: number; isSettled?: boolean },
): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `insert into sandbox_charges (reference, amount_cents, invoice_number, description, customer, brand, last4, state,
       created_at, settled_at)
     select $1, $2, '1', 'An orphan', '1', 'Visa', '1111', 'approved', at, at
     from (select now() - case when $3 then interval '5 hours' else interval '1 minute' end as at) made
     returning id::text`,
    [reference, cents, isSettled],
  );
  return row?.id ?? '';
}

/** An attempt to buy that was given up; a charge with its reference is an orphan of the buyer's site. */
export async function plantGivenUp(world: World, buyer: string, reference: string): Promise<void> {
  await world.sql(
    `insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway, reference,
       state, settled_at)
     select domain_id, id, id, 1, sha256('planted'), '{}', 4200, 'sandbox', $2, 'given_up', now()
     from users where email = $1`,
    [buyer, reference],
  );
}

export const runNow = (world: World, admin: Caller) => world.call(admin, runReconciliation);

/** All differences in this state, oldest first. */
export async function differencesOf(world: World, admin: Caller, state: 'open' | 'resolved' = 'open') {
  const { results, count } = await world.call(admin, listDifferences, { query: { state, limit: '100' } });
  if (results.length !== count) throw new Error('There are more differences than a page has.');
  return results.toReversed();
}
