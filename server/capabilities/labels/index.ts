export { type LabelOfTransaction, labelsOf } from './labels-of-transactions.ts';
