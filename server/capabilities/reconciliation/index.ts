export { openDifferences } from './items.queries.ts';
export { verifyReconciliation } from './verify-reconciliation.ts';
