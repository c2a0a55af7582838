import { MONTHS_SHOWN } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';

/** The month of a total, as YYYY-MM. */
export const monthOf = sql<string>`to_char(month, 'YYYY-MM')`;

/** The months of a chart, the present one last. */
export function shownMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const back = MONTHS_SHOWN - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  });
}
