export { storageDecisions } from './storage-decisions.ts';
export { verifyStorage } from './verify-storage.ts';
