import type { EnrolmentState, StorageInvoiceState } from '@vialkeep/contract/storage.ts';
import type { StatusLabel } from '../../ui/layout/columns.tsx';

/** The states of patients' plans with their colours. */
export const planStates: Readonly<Record<EnrolmentState, StatusLabel>> = {
  active: { text: 'Active', tone: 'done' },
  past_due: { text: 'Past due', tone: 'waiting' },
  grace: { text: 'Grace period', tone: 'waiting' },
  lapsed: { text: 'Lapsed', tone: 'failed' },
  ended: { text: 'Ended', tone: 'none' },
};

export const invoiceStates: Readonly<Record<StorageInvoiceState, StatusLabel>> = {
  open: { text: 'Open', tone: 'waiting' },
  paid: { text: 'Paid', tone: 'done' },
  void: { text: 'Not to be paid', tone: 'none' },
  refunded: { text: 'Refunded', tone: 'none' },
};

export function yearsInWords(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}
