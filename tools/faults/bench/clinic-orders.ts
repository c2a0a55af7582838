import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut, checkStatus } from '@vialkeep/contract/checkout.ts';
import { z } from 'zod';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import { DEFINITE_NO } from '../purchases/buyers.ts';
import { type PatientCaller, reasonOf } from './patient-caller.ts';

/** The final outcome that the clinic received; `short`: refused, because there are too few vials. */
export type OrderTold = 'bought' | 'short' | 'not_bought';
export type OrderAttempt = { readonly invoice: number; readonly quantity: number; readonly told: OrderTold };

const DOLLARS_A_VIAL = 450;
const SHIPPING = 95;
const ASK_AGAIN_MS = 300;

const cards = [
  ['4111111111111111', 82],
  // Declined.
  ['4000000000000002', 12],
  // The answer to the charge is lost.
  ['4000000000000341', 6],
] as const;

const NOT_KNOWN_YET: ReadonlySet<string> = new Set(['in_progress', 'held_for_review', 'outcome_unknown']);

const Status = z.object({ state: z.enum(['charged', 'held', 'not_charged', 'unknown']) });

type Wish = { readonly invoice: number; readonly patientId: number; readonly quantity: number };

/** A clinic orders vials, and asks with the same invoice until it knows what has become of the order. */
export async function orderVials(clinic: PatientCaller, dice: SeededRandom, wish: Wish): Promise<OrderAttempt> {
  const { invoice, patientId, quantity } = wish;
  const body = {
    product_id: 2,
    product_quantity: quantity,
    total_amount: DOLLARS_A_VIAL * quantity + SHIPPING,
    patient_id: patientId,
    invoice_id: invoice,
    addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
    credit_card: {
      full_name: 'Fault Run',
      card_number: dice.weighted(cards),
      expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
      cvc: '123',
    },
  };
  return { invoice, quantity, told: await payUntilTold(clinic, body) };
}

async function payUntilTold(clinic: PatientCaller, body: { readonly invoice_id: number }): Promise<OrderTold> {
  for (;;) {
    const told = await clinic.askOnce(checkOut, { body });
    const reason = told ? reasonOf(told) : '';
    if (told?.status === 200) return 'bought';
    if (reason === 'vials_short') return 'short';
    if (DEFINITE_NO.has(reason)) return 'not_bought';
    if (NOT_KNOWN_YET.has(reason)) return askUntilKnown(clinic, body.invoice_id);
    if (told && told.status < 500) throw new Error(`The order: ${told.status} ${JSON.stringify(told.body)}`);
    await sleep(ASK_AGAIN_MS);
  }
}

async function askUntilKnown(clinic: PatientCaller, invoice: number): Promise<OrderTold> {
  for (;;) {
    const { data } = Status.safeParse((await clinic.ask(checkStatus, { body: { invoice_id: invoice } })).body);
    if (data?.state === 'charged') return 'bought';
    if (data?.state === 'not_charged') return 'not_bought';
    await sleep(ASK_AGAIN_MS);
  }
}
