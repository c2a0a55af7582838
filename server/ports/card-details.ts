import { inspect } from 'node:util';
import { brandOf, type CardBrand } from '@vialkeep/contract/card-number.ts';
import type { Redacted } from '@vialkeep/contract/kernel/redacted.ts';

type Given = {
  readonly number: Redacted;
  readonly code: Redacted;
  /** YYYY-MM */
  readonly expires: string;
  readonly holder: string;
};

/**
 * A card as it was typed, on its way to the gateway. It is in memory only: JSON, a log or an error shows its brand and
 * last digits.
 */
export class CardDetails {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expires: string;
  readonly holder: string;
  readonly #number: Redacted;
  readonly #code: Redacted;

  constructor({ number, code, expires, holder }: Given) {
    this.#number = number;
    this.#code = code;
    this.brand = brandOf(number.reveal());
    this.last4 = number.reveal().slice(-4);
    this.expires = expires;
    this.holder = holder;
  }

  /** For the gateway only. */
  revealNumber(): string {
    return this.#number.reveal();
  }

  revealCode(): string {
    return this.#code.reveal();
  }

  toString(): string {
    return `${this.brand} ending in ${this.last4}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
