import { listCustody } from '@vialkeep/contract/custody.ts';
import { listLabels, listOtherLabels, readLabel } from '@vialkeep/contract/labels.ts';
import {
  listCenterProcessingFees,
  listCenterTransactions,
  listReferralProcessingFees,
} from '@vialkeep/contract/transactions.ts';

/** What a clinic's rows tell of its labels. */
export const feeRoutes = [
  listCenterProcessingFees,
  listReferralProcessingFees,
  listCenterTransactions,
  listOtherLabels,
  listCustody,
];

/** What administrators are told of them. */
export const labelRoutes = [listLabels, readLabel, listCustody];
