import { listCustody } from '@vialkeep/contract/custody.ts';
import { listLabels, listOtherLabels, readLabel } from '@vialkeep/contract/labels.ts';
import {
  listCenterProcessingFees,
  listCenterTransactions,
  listReferralProcessingFees,
} from '@vialkeep/contract/transactions.ts';

/** The calls that show a clinic its labels. */
export const feeRoutes = [
  listCenterProcessingFees,
  listReferralProcessingFees,
  listCenterTransactions,
  listOtherLabels,
  listCustody,
];

/** The calls that show administrators the labels. */
export const labelRoutes = [listLabels, readLabel, listCustody];
