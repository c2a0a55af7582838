import { passesLuhn } from '@vialkeep/contract/card-number.ts';

const NAMED_LIKE_A_NUMBER = /^(?:card|account|routing)_?number$/i;

/** The gateway's answer with everything that could be a card or account number reduced to its last digits (S-39). */
export function withoutNumbers(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, maskNumbersIn(value, name)]));
}

function maskNumbersIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => maskNumbersIn(one, name));
  if (typeof value === 'number') return passesLuhnAsCard(String(value)) ? lastDigits(String(value)) : value;
  if (typeof value === 'string') {
    if (NAMED_LIKE_A_NUMBER.test(name)) return lastDigits(value);
    return value.replaceAll(/\d(?:[ -]?\d){12,18}/g, (run) => (passesLuhnAsCard(run) ? lastDigits(run) : run));
  }
  return typeof value === 'object' && value !== null ? withoutNumbers({ ...value }) : value;
}

function passesLuhnAsCard(run: string): boolean {
  const digits = run.replaceAll(/[ -]/g, '');
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
}

function lastDigits(text: string): string {
  return `XXXX${text.slice(-4)}`;
}
