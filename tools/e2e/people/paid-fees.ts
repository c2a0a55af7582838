import { expect } from 'vitest';
import { getJson, postJson } from './calls.ts';
import { letterTo } from './emails.ts';
import { unique } from './new-user.ts';
import { baseUrl } from './person.ts';

/** The payer: a center, or a referral center for a center. */
export type Payer = { token: string; referredTo?: number; site?: string };

/** The patient, and the documents that their email asks them to sign. */
export type PaidFor = { id: number; name: string; email: string; documents: readonly string[] };

const card = {
  full_name: 'Nell Buyer',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getFullYear() + 3}-04`,
  cvc: '123',
};
const addressInfo = { address1: '12 Willow Row', city: 'Austin', state: 'Texas', country_desc: 'United States' };

/** Creates a patient whose processing fee is paid, which requests three signatures. */
export async function feePaid({ token, referredTo, site = baseUrl() }: Payer): Promise<PaidFor> {
  const word = unique('p');
  const patient = { first_name: 'Nora', last_name: word, email: `${word}@people.test`, phone_number: '+1 555 0102' };
  // @NOTE the response of this call.
  const next = (await getJson(`${site}/api/v1/transactions/get-last-id/`, token)).body as { transaction_id: number };
  const order = {
    product_id: referredTo === undefined ? 1 : 13,
    total_amount: 3920,
    harvest_fee: 'no',
    harvest_center_temporal_id: referredTo,
    invoice_id: next.transaction_id,
    addressInfo,
    credit_card: card,
  };
  const sent = { ...order, ...patient, create_patient: true, required_signature: true };
  const { status, body } = await postJson(`${site}/auth/payment/`, sent, token);
  if (status !== 200) throw new Error(`The fee was not paid: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of a purchase for a patient.
  const { purchase } = body as { purchase: { patient: { id: number; name: string } } };
  const { text } = await letterTo(patient.email, 'sign', site);
  const links = text.matchAll(/documentId=([\w-]+)/g);
  const documents = [...new Set(Array.from(links, ([, id = '']) => id))];
  expect(documents).toHaveLength(3);
  return { ...purchase.patient, email: patient.email, documents };
}

/** The patient follows each link of the email and signs. */
export async function documentsSigned({ name, documents }: PaidFor, site = baseUrl()): Promise<void> {
  for (const id of documents) {
    // @NOTE the response of this call.
    const { signLink } = (await getJson(`${site}/auth/esign/guest/${id}/`)).body as { signLink: string };
    const signing = new URL(signLink, site).pathname.split('/').at(-1);
    const signed = { full_name: name, agrees: true };
    expect((await postJson(`${site}/esign/signings/${signing}/sign/`, signed)).status).toBe(200);
  }
}
