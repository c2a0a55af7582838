import type { CardRefused } from '../../../ports/payments.ts';

/** The same charge was sent before. The code says nothing about the outcome of the first. */
export const DUPLICATE: ReadonlySet<string> = new Set(['11', '318']);

type Reason = readonly [codes: string, words: string, about?: CardRefused['about']];

/** The gateway's reasons, worded for the owner of the card. */
const reasons: readonly Reason[] = [
  ['2 3 4 200 201 202 203 204 205 250 251 254', 'This transaction has been declined.'],
  ['5', 'The payment provider did not accept this amount.'],
  ['6 37 315', 'The card number is not right.', 'number'],
  ['7 316', 'The expiration date of the card is not right.', 'expiry'],
  ['8 317', 'This card has expired.', 'expiry'],
  ['17 28', 'This type of card is not accepted.', 'number'],
  ['27 127', 'The billing address does not match the address the bank has for this card.'],
  ['33', 'Something about the card is missing.'],
  ['44 45 65 78', 'The security code or the address does not match this card.', 'code'],
  ['19 20 21 22 23 25 26 57 58 59 60 61 62 63 261', 'The bank could not process this. Please try again shortly.'],
  ['193 252 253', 'This transaction is being reviewed.'],
  ['card-gone', 'This card is no longer known to the payment provider.'],
];

const byCode = new Map(reasons.flatMap((reason) => reason[0].split(' ').map((code) => [code, reason] as const)));

export function reasonWords(code: string): string {
  return byCode.get(code)?.[1] ?? 'This transaction was not accepted.';
}

/** The card field that a reason is about, if any. */
export function reasonIsAbout(code: string): CardRefused['about'] {
  return byCode.get(code)?.[2] ?? null;
}
