export { appendCustody, lockCustody, type Patient } from './append-custody.ts';
export { presentCustody } from './custody.present.ts';
export {
  type AuthorizedPatient,
  authorizePatient,
  type CustodyRow,
  custodyOf,
  visiblePatient,
} from './custody.queries.ts';
export { custodyChains } from './custody-chains.ts';
export { inRanges, type LedgerFault, verifyCustody, verifyCustodyOf } from './verify-custody.ts';
