import type { Account } from './accounts.ts';
import { type Answered, getJson, patchJson, postJson } from './calls.ts';
import { newUser } from './new-user.ts';
import { baseUrl, openSession } from './person.ts';

export type BenchLab = { id: number; email: string; token: string };

/** Creates a lab whose bench is on and which reserves vials on order. It has no operators, so that it needs no badge. */
export async function newBenchLab(): Promise<BenchLab> {
  const { id, email } = await newUser(1);
  const [admin, lab] = await Promise.all([openSession('super'), openSession(email)]);
  const accepted = { check_agreement: '2026-11-15 09:00:00.000Z' };
  await answered(patchJson(`${baseUrl()}/api/v1/users/${id}/`, accepted, lab.token));
  const settings = { lab_id: id, version: 0, bench_on: true, reserve_on_order: true };
  await answered(patchJson(`${baseUrl()}/api/v1/bench/settings/`, settings, admin.token));
  return { id, email, token: lab.token };
}

/** A clinic orders vials of one of its patients. */
export async function orderVials(clinic: Account, patient_id: number, quantity: number): Promise<void> {
  const { token } = await openSession(clinic);
  const next = await answered(getJson(`${baseUrl()}/api/v1/transactions/get-last-id/`, token));
  const body = {
    product_id: 2,
    product_quantity: quantity,
    total_amount: 450 * quantity + 95,
    patient_id,
    // @NOTE the answer of this call.
    invoice_id: (next as { transaction_id: number }).transaction_id,
    addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
    credit_card: {
      full_name: 'Maria Stein',
      card_number: '4111111111111111',
      expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
      cvc: '123',
    },
  };
  await answered(postJson(`${baseUrl()}/auth/payment/`, body, token));
}

/** The newest open order of a lab. */
export async function findOpenOrder(token: string): Promise<{ id: number; code: string }> {
  const body = await answered(getJson(`${baseUrl()}/api/v1/bench/orders/?limit=100`, token));
  // @NOTE the answer of the list of orders.
  const order = (body as { results: { id: number; code: string }[] }).results.at(-1);
  if (!order) throw new Error('There is no open order.');
  return order;
}

async function answered(call: Promise<Answered>): Promise<unknown> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`Not answered: ${status} ${JSON.stringify(body)}`);
  return body;
}
