export { runStorageCharges, runStorageInvoices } from './storage-billing.jobs.ts';
export { storageDecisions } from './storage-decisions.ts';
export { takeBackPaidDays } from './take-back-paid-days.ts';
export { verifyStorage } from './verify-storage.ts';
