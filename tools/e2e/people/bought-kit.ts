import { expect } from 'vitest';
import type { Account } from './accounts.ts';
import { getJson, postJson } from './calls.ts';
import { baseUrl, openSession } from './person.ts';

/** A demo center buys a kit; returns the transaction id. */
export async function buyKit(center: Account = 'hc', site = baseUrl()): Promise<number> {
  const { token } = await openSession(center, site);
  // @NOTE the response of this call.
  const next = (await getJson(`${site}/api/v1/transactions/get-last-id/`, token)).body as {
    transaction_id: number;
  };
  const { status, body } = await postJson(
    `${site}/auth/payment/`,
    {
      product_id: 3,
      product_quantity: 1,
      total_amount: 320,
      invoice_id: next.transaction_id,
      addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
      credit_card: {
        full_name: 'Maria Stein',
        card_number: '4111111111111111',
        expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
        cvc: '123',
      },
    },
    token,
  );
  expect(status).toBe(200);
  // @NOTE the response of a successful purchase.
  return (body as { purchase: { transaction_id: number } }).purchase.transaction_id;
}
