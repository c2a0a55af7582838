import { brandOf } from '@vialkeep/contract/card-number.ts';

const LONGEST_NUMBER = 19;

export function digitsIn(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

/** '4111111111111111' → '4111 1111 1111 1111'; American Express and Diners Club use three groups. */
export function groupedNumber(typed: string): string {
  const digits = digitsIn(typed).slice(0, LONGEST_NUMBER);
  const brand = brandOf(digits);
  const isInThree = brand === 'AmericanExpress' || (brand === 'DinersClub' && digits.length <= 14);
  const groups = isInThree ? /^(\d{1,4})(\d{0,6})(\d*)$/.exec(digits)?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}
