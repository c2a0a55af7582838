import type { listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';

type Own = Pick<Answer<typeof listOwnCommissions>, 'months' | 'first_month'>;

/** The months that lines and statements can be of, newest first: from the first line, and at least those of the plot. */
export function monthsToChoose({ months, first_month }: Own): string[] {
  const shown = months.map(({ month }) => month).toReversed();
  const earliest = shown.at(-1);
  return earliest === undefined || first_month === null ? shown : [...shown, ...monthsBefore(earliest, first_month)];
}

function monthsBefore(month: string, first: string): string[] {
  const earlier: string[] = [];
  for (let one = previousMonth(month); one >= first; one = previousMonth(one)) earlier.push(one);
  return earlier;
}

function previousMonth(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return of === 1 ? `${year - 1}-12` : `${year}-${String(of - 1).padStart(2, '0')}`;
}
