import { inspect } from 'node:util';
import type { Redacted } from '@vialkeep/contract/kernel/redacted.ts';

type TokenFields = {
  readonly token: Redacted;
  readonly holder: string;
  /** YYYY-MM; null where only the gateway knows it. */
  readonly expires: string | null;
};

/** The gateway's stand-in for a card that only the gateway has seen. It works once, and for 15 minutes. */
export class CardToken {
  readonly holder: string;
  readonly expires: string | null;
  readonly #token: Redacted;

  constructor({ token, holder, expires }: TokenFields) {
    this.#token = token;
    this.holder = holder;
    this.expires = expires;
  }

  /** For the gateway only. */
  revealToken(): string {
    return this.#token.reveal();
  }

  toString(): string {
    return 'a card by its token';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** The token is used, too old, or of another gateway. Nothing was done, and the card must be entered again. */
export class CardTokenExpired extends Error {
  override readonly name = 'CardTokenExpired';

  constructor() {
    super('The gateway does not take this card token any more.');
  }
}

/** Where a page exchanges a card for a token. */
export type Tokeniser =
  | { readonly gateway: 'sandbox'; readonly frame: string }
  | { readonly gateway: 'authorizenet'; readonly url: string; readonly login: string; readonly clientKey: string };
