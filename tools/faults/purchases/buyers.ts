import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut, checkStatus } from '@vialkeep/contract/checkout.ts';
import { z } from 'zod';
import { ApiClient } from '../../harness/api-client.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';

/** The final outcome that the buyer received. */
export type Told = 'bought' | 'not_bought';
export type Attempt = { readonly buyer: string; readonly invoice: number; readonly told: Told };

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };

/** Orders that a center may place, each with its total without a coupon. */
export const baskets = [
  { product_id: 3, product_quantity: 1, total_amount: 320 },
  { product_id: 3, product_quantity: 4, total_amount: 1205 },
  { product_id: 8, product_quantity: 2, total_amount: 145 },
  { product_id: 12, product_quantity: 1, total_amount: 219 },
] as const;

/**
 * Card numbers with their weights; most charges succeed. The outcome of the slow card, not included here, takes two
 * minutes.
 */
export const quickCards = [
  ['4111111111111111', 60],
  ['5424000000000015', 12],
  ['4000000000000341', 12],
  ['4000000000000002', 8],
  ['4000000000000119', 4],
] as const;
export const allCards = [...quickCards, ['4000000000000606', 4] as const];

export type Purse = {
  readonly cards: readonly (readonly [number: string, weight: number])[];
  readonly coupon: { readonly code: string; readonly discount: number };
};

const Refused = z.object({ reason: z.string() });
const Status = z.object({ state: z.enum(['charged', 'held', 'not_charged', 'unknown']) });

export const DEFINITE_NO: ReadonlySet<string> = new Set([
  'declined',
  'card_refused',
  'provider_unavailable',
  'coupon_not_valid',
]);

/**
 * A clinic that buys, double-clicks, loses its connection and asks for the outcome; it pays again only after a definite
 * no.
 */
export class Buyer {
  readonly #email: string;
  readonly #portal: ApiClient;
  readonly #dice: SeededRandom;
  readonly #purse: Purse;

  constructor(email: string, url: () => string, dice: SeededRandom, purse: Purse) {
    this.#email = email;
    this.#portal = new ApiClient(email, url);
    this.#dice = dice;
    this.#purse = purse;
  }

  async buy(invoice: number): Promise<Attempt> {
    const basket = this.#dice.of(baskets);
    const hasCoupon = this.#dice.chance(0.15);
    const body = {
      ...basket,
      total_amount: basket.total_amount - (hasCoupon ? this.#purse.coupon.discount : 0),
      coupon_code: hasCoupon ? this.#purse.coupon.code : null,
      invoice_id: invoice,
      addressInfo: address,
      credit_card: {
        full_name: 'Fault Run',
        card_number: this.#dice.weighted(this.#purse.cards),
        expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
        cvc: '123',
      },
    };
    const clicks = this.#dice.chance(0.2) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: clicks }, () => this.#portal.ask(checkOut, body)));
    if (answers.some((answer) => answer?.status === 200)) return { buyer: this.#email, invoice, told: 'bought' };
    const isNo = answers.every((answer) => DEFINITE_NO.has(Refused.safeParse(answer?.body).data?.reason ?? ''));
    return { buyer: this.#email, invoice, told: isNo ? 'not_bought' : await this.#askUntilKnown(invoice) };
  }

  async #askUntilKnown(invoice: number): Promise<Told> {
    for (;;) {
      const answer = await this.#portal.ask(checkStatus, { invoice_id: invoice });
      const status = Status.safeParse(answer?.body);
      if (status.data?.state === 'charged') return 'bought';
      if (status.data?.state === 'not_charged') return 'not_bought';
      await sleep(500);
    }
  }
}
