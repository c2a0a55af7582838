import { z } from 'zod';

const LARGEST_OFFSET = 10_000_000;

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().int().min(0).max(max));

/** `limit` and `offset` of a list with server-side paging. */
export function paging(defaultLimit: number, maxLimit = 100) {
  return {
    limit: wholeNumber(maxLimit).default(defaultLimit),
    offset: wholeNumber(LARGEST_OFFSET).default(0),
  };
}

/** One page of a list with server-side paging (C-25). */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ results: z.array(item), count: z.number().int() });
}
