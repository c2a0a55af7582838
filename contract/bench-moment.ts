import { z } from 'zod';

/** Clocks of tablets differ by minutes. */
const AHEAD_MS = 10 * 60 * 1000;
const FIRST = '2000-01-01T00:00:00Z';

/** A time at the bench with its zone. It is not in the future. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'Enter a date and a time.' })
  .max(40, 'Enter a date and a time.')
  .refine((at) => Date.parse(at) <= Date.now() + AHEAD_MS, 'Enter a time that is not in the future.')
  .refine((at) => Date.parse(at) >= Date.parse(FIRST), 'Enter a later time.')
  .transform((at) => new Date(at).toISOString());
