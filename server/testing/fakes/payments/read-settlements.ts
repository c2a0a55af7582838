import type { Payments } from '../../../ports/payments.ts';
import type { SettlementsPage } from '../../../ports/settlements.ts';

/** Reads all pages of a gateway's lists. */
export async function readSettlements(payments: Payments, from: Date, until: Date): Promise<SettlementsPage[]> {
  const pages: SettlementsPage[] = [];
  for await (const page of payments.settlements(from, until)) pages.push(page);
  return pages;
}
