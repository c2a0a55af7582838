import { accessRecordsPages } from '../capabilities/access-records/access-records.pages.ts';
import { apiKeysPages } from '../capabilities/api-keys/api-keys.pages.ts';
import { auditPages } from '../capabilities/audit/audit.pages.ts';
import { benchPages } from '../capabilities/bench/bench.pages.ts';
import { cardsPages } from '../capabilities/cards/cards.pages.ts';
import { centersPages } from '../capabilities/centers/centers.pages.ts';
import { checkoutPages } from '../capabilities/checkout/checkout.pages.ts';
import { commissionsPages } from '../capabilities/commissions/commissions.pages.ts';
import { couponsPages } from '../capabilities/coupons/coupons.pages.ts';
import { customSitesPages } from '../capabilities/custom-sites/custom-sites.pages.ts';
import { dashboardPages } from '../capabilities/dashboard/dashboard.pages.ts';
import { deviationsPages } from '../capabilities/deviations/deviations.pages.ts';
import { documentsPages } from '../capabilities/documents/documents.pages.ts';
import { emailChangesPages } from '../capabilities/email-changes/email-changes.pages.ts';
import { identityPages } from '../capabilities/identity/identity.pages.ts';
import { identityPolicyPages } from '../capabilities/identity-policy/identity-policy.pages.ts';
import { importsPages } from '../capabilities/imports/imports.pages.ts';
import { inspectionsPages } from '../capabilities/inspections/inspections.pages.ts';
import { intakePages } from '../capabilities/intake/intake.pages.ts';
import { journalPages } from '../capabilities/journal/journal.pages.ts';
import { kitPages } from '../capabilities/kit/kit.pages.ts';
import { labPolicyPages } from '../capabilities/lab-policy/lab-policy.pages.ts';
import { labelsPages } from '../capabilities/labels/labels.pages.ts';
import { locationsPages } from '../capabilities/locations/locations.pages.ts';
import { moneyOverviewPages } from '../capabilities/money-overview/money-overview.pages.ts';
import { moneySettingsPages } from '../capabilities/money-settings/money-settings.pages.ts';
import { ordersPages } from '../capabilities/orders/orders.pages.ts';
import { patientListsPages } from '../capabilities/patients/patient-lists.pages.ts';
import { patientRecordPages } from '../capabilities/patients/patient-record.pages.ts';
import { payoutsPages } from '../capabilities/payouts/payouts.pages.ts';
import { privacyPages } from '../capabilities/privacy/privacy.pages.ts';
import { profilePages } from '../capabilities/profile/profile.pages.ts';
import { reconciliationPages } from '../capabilities/reconciliation/reconciliation.pages.ts';
import { refundsPages } from '../capabilities/refunds/refunds.pages.ts';
import { releasePages } from '../capabilities/release/release.pages.ts';
import { resourcesPages } from '../capabilities/resources/resources.pages.ts';
import { salesTeamsPages } from '../capabilities/sales-teams/sales-teams.pages.ts';
import { sessionPages } from '../capabilities/session/session.pages.ts';
import { signUpPages } from '../capabilities/sign-up/sign-up.pages.ts';
import { signingPages } from '../capabilities/signing/signing.pages.ts';
import { storagePages } from '../capabilities/storage/storage.pages.ts';
import { storageBillingPages } from '../capabilities/storage-billing/storage-billing.pages.ts';
import { transactionsPages } from '../capabilities/transactions/transactions.pages.ts';
import { usersPages } from '../capabilities/users/users.pages.ts';
import * as addresses from '../kernel/navigation/addresses.ts';
import { type Page, page } from '../kernel/navigation/page.ts';
import { site } from '../kernel/site.ts';

const shellPages: readonly Page[] = [
  page({
    path: addresses.unauthorized,
    frame: 'bare',
    background: 'pinkRed',
    load: async () => (await import('./unauthorized.screen.tsx')).UnauthorizedScreen,
  }),
];

/** Every page of the portal. Each capability adds its list here. */
export const pages: readonly Page[] = [
  ...sessionPages,
  ...identityPages,
  ...identityPolicyPages,
  ...dashboardPages,
  ...profilePages,
  ...accessRecordsPages,
  ...emailChangesPages,
  ...locationsPages,
  ...cardsPages,
  ...usersPages,
  ...centersPages,
  ...auditPages,
  ...commissionsPages,
  ...journalPages,
  ...moneySettingsPages,
  ...payoutsPages,
  ...refundsPages,
  ...intakePages,
  ...releasePages,
  ...deviationsPages,
  ...reconciliationPages,
  ...moneyOverviewPages,
  ...storageBillingPages,
  ...benchPages,
  ...labPolicyPages,
  ...ordersPages,
  ...storagePages,
  ...privacyPages,
  ...inspectionsPages,
  ...apiKeysPages,
  ...importsPages,
  ...couponsPages,
  ...checkoutPages,
  ...labelsPages,
  ...transactionsPages,
  ...salesTeamsPages,
  ...patientRecordPages,
  ...patientListsPages,
  ...documentsPages,
  ...signingPages,
  ...signUpPages,
  ...customSitesPages,
  ...resourcesPages,
  ...shellPages,
  ...(site.demo ? kitPages : []),
];
