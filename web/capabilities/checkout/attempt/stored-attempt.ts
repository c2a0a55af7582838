import { InvoiceId } from '@vialkeep/contract/checkout.ts';
import { readStored } from '../../../kernel/stored-value.ts';

const KEY = 'checkout-under-way';

/**
 * The invoice number of an attempt with an unknown outcome, stored in this tab so that a reload asks for the outcome
 * before the user can pay again. No other order data is stored; logging out clears the tab's storage.
 */
export function loadAttempt(): number | null {
  return readStored(() => sessionStorage, KEY, InvoiceId.nullable(), null);
}

export function saveAttempt(invoiceId: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(invoiceId));
  } catch {
    // Without storage a reload does not ask; the server still recognises a repeated order by its number.
  }
}

export function clearAttempt(): void {
  sessionStorage.removeItem(KEY);
}
