/** Digits that could be a card number, in any grouping (S-39). */
const CARD_NUMBER = /\d(?:[ -]?\d){12,18}/g;
const ACCOUNT_FIELD = /(?:card|account|routing)_?(?:number|no)$|^(?:cvv|cvc|cardcode|card_code)$/i;

type Facts = Readonly<Record<string, unknown>>;

/** The gateway's details with all but the last four digits of card and account numbers masked. */
export function maskCardNumbers(facts: Facts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      ACCOUNT_FIELD.test(name) && (typeof value === 'string' || typeof value === 'number')
        ? lastFour(String(value))
        : maskedValue(value),
    ]),
  );
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(CARD_NUMBER, lastFour);
  if (typeof value === 'number') return CARD_LENGTH.test(String(value)) ? lastFour(String(value)) : value;
  if (Array.isArray(value)) return value.map(maskedValue);
  return isFacts(value) ? maskCardNumbers(value) : value;
}

const CARD_LENGTH = /^\d{13,19}$/;

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null;
}

function lastFour(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length > 4 ? `XXXX${digits.slice(-4)}` : 'XXXX';
}
