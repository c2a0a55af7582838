import { z } from 'zod';

/** A million dollars: far above every price here, and every sum of such amounts is exact. */
export const MOST_CENTS = 100_000_000;

const MINUS = '\u2212';

/** 123450 → '$1,234.50', always with two decimals. */
export function formatCents(cents: number): string {
  const size = Math.round(Math.abs(cents));
  const text = `$${groupThousands(Math.floor(size / 100))}.${String(size % 100).padStart(2, '0')}`;
  return cents < 0 ? `${MINUS}${text}` : text;
}

/** 1234567 → '1,234,567', without Intl, whose data a browser needs 30 ms to load when a page opens (0075). */
export function groupThousands(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** 123450 → 1234.5, the form on the wire. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** 1234.5 or '1234.50' → 123450; null where the input is not an amount of money. */
export function centsFrom(amount: number | string): number | null {
  if (typeof amount === 'string' && !/^\d{1,7}(?:\.\d{1,2})?$/.test(amount)) return null;
  const exact = Number(amount) * 100;
  const cents = Math.round(exact);
  // Binary fractions are inexact: 0.1 + 0.2 counts as thirty cents although it is not exactly 0.3.
  const isWhole = Math.abs(exact - cents) < 1e-6;
  return isWhole && cents >= 0 && cents <= MOST_CENTS ? cents + 0 : null;
}

/** Reads dollars in a body, as a number or a text, and returns cents. */
export function dollars(label: string) {
  const missing = `${label} is required.`;
  return z
    .union([z.number(missing), z.string(missing).trim().min(1, missing)], missing)
    .refine((given) => centsFrom(given) !== null, 'Enter dollars and cents, at most 1,000,000.00.')
    .transform((given) => centsFrom(given) ?? 0);
}
