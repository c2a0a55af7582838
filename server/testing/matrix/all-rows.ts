import { apiKeyRows } from '../api-keys/matrix-rows.ts';
import { intakeRows } from '../bench/intake-rows.ts';
import { benchRows } from '../bench/matrix-rows.ts';
import { releaseRows } from '../bench/release-rows.ts';
import { commissionRows } from '../commissions/matrix-rows.ts';
import { importRows } from '../imports/matrix-rows.ts';
import { privacyRows } from '../privacy/matrix-rows.ts';
import { storageRows } from '../storage/matrix-rows.ts';
import { webhookRows } from '../webhooks/matrix-rows.ts';
import { accountRows } from './account-rows.ts';
import { cardRows } from './card-rows.ts';
import { centerRows } from './center-rows.ts';
import { checkoutRows } from './checkout-rows.ts';
import { documentRows } from './document-rows.ts';
import { identityRows } from './identity-rows.ts';
import { inspectionRows } from './inspection-rows.ts';
import { labelRows } from './label-rows.ts';
import { patientRows } from './patient-rows.ts';
import { peopleRows } from './people-rows.ts';
import { productRows } from './product-rows.ts';
import { resourceRows } from './resource-rows.ts';
import type { Matrix } from './rows.ts';
import { siteRows } from './site-rows.ts';
import { transactionRows } from './transaction-rows.ts';

/** The expected answer of every guarded call for every caller. A new capability adds its rows here. */
export const matrix: Matrix = {
  ...accountRows,
  ...identityRows,
  ...peopleRows,
  ...centerRows,
  ...patientRows,
  ...documentRows,
  ...resourceRows,
  ...cardRows,
  ...productRows,
  ...checkoutRows,
  ...labelRows,
  ...transactionRows,
  ...commissionRows,
  ...benchRows,
  ...intakeRows,
  ...releaseRows,
  ...storageRows,
  ...siteRows,
  ...privacyRows,
  ...inspectionRows,
  ...apiKeyRows,
  ...webhookRows,
  ...importRows,
};
