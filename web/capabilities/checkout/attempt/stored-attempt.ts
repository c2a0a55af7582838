import { InvoiceId } from '@vialkeep/contract/checkout.ts';
import { readStored } from '../../../kernel/stored-value.ts';

const KEY = 'checkout-under-way';

/**
 * The number of an attempt whose outcome this tab has not learnt, so that a reload asks before anybody pays again.
 * Nothing else of an order is kept. Logging out empties the tab's storage.
 */
export function loadAttempt(): number | null {
  return readStored(() => sessionStorage, KEY, InvoiceId.nullable(), null);
}

export function saveAttempt(invoiceId: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(invoiceId));
  } catch {
    // Without storage a reload does not ask; the server still knows a repeated order by its number.
  }
}

export function clearAttempt(): void {
  sessionStorage.removeItem(KEY);
}
