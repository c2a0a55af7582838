import * as accessRecords from './access-records.ts';
import * as apiKeys from './api-keys.ts';
import * as arrivals from './arrivals.ts';
import * as audit from './audit.ts';
import * as batches from './batches.ts';
import * as bench from './bench.ts';
import * as cardToken from './card-token.ts';
import * as cards from './cards.ts';
import * as centers from './centers.ts';
import * as checkout from './checkout.ts';
import * as commissionPlans from './commission-plans.ts';
import * as commissions from './commissions.ts';
import * as coupons from './coupons.ts';
import * as custody from './custody.ts';
import * as customSites from './custom-sites.ts';
import * as deviations from './deviations.ts';
import * as documentTimestamps from './document-timestamps.ts';
import * as documents from './documents.ts';
import * as emailChanges from './email-changes.ts';
import * as factors from './factors.ts';
import * as harvests from './harvests.ts';
import * as identity from './identity.ts';
import * as identityPolicy from './identity-policy.ts';
import * as importAfterwards from './import-afterwards.ts';
import * as imports from './imports.ts';
import * as inspections from './inspections.ts';
import * as journal from './journal.ts';
import type { Route } from './kernel/route.ts';
import * as kits from './kits.ts';
import * as labPolicy from './lab-policy.ts';
import * as labels from './labels.ts';
import * as locations from './locations.ts';
import * as moneyOverview from './money-overview.ts';
import * as moneySettings from './money-settings.ts';
import * as network from './network.ts';
import * as patientOverview from './patient-overview.ts';
import * as patients from './patients.ts';
import * as payouts from './payouts.ts';
import * as places from './places.ts';
import * as preferences from './preferences.ts';
import * as privacy from './privacy.ts';
import * as products from './products.ts';
import * as profile from './profile.ts';
import * as reconciliation from './reconciliation.ts';
import * as refunds from './refunds.ts';
import * as release from './release.ts';
import * as resources from './resources.ts';
import * as salesTeams from './sales-teams.ts';
import * as session from './session.ts';
import * as signUp from './sign-up.ts';
import * as signing from './signing.ts';
import * as sites from './sites.ts';
import * as stockCounts from './stock-counts.ts';
import * as storage from './storage.ts';
import * as storagePlans from './storage-plans.ts';
import * as transactions from './transactions.ts';
import * as users from './users.ts';
import * as vialOrders from './vial-orders.ts';
import * as vials from './vials.ts';
import * as waiting from './waiting.ts';
import * as webhooks from './webhooks.ts';

/** The capabilities of the product, in the order in which a new developer meets them. A new one is added only here. */
export const rows = {
  session,
  identity,
  factors,
  'identity-policy': identityPolicy,
  profile: { ...profile, ...preferences },
  'email-changes': emailChanges,
  network,
  users,
  sites,
  locations,
  cards: { ...cards, ...cardToken },
  patients: { ...patients, ...patientOverview },
  vials,
  custody,
  documents: { ...documents, ...documentTimestamps },
  signing,
  centers,
  'sign-up': signUp,
  'custom-sites': customSites,
  resources,
  products,
  coupons,
  checkout,
  'lab-policy': labPolicy,
  bench,
  storage: { ...places, ...stockCounts },
  orders: vialOrders,
  deviations,
  intake: { ...kits, ...harvests, ...arrivals, ...batches },
  release,
  'money-settings': moneySettings,
  journal,
  commissions: { ...commissions, ...commissionPlans },
  payouts,
  transactions,
  refunds,
  reconciliation,
  'money-overview': moneyOverview,
  'storage-billing': { ...storage, ...storagePlans },
  'sales-teams': salesTeams,
  labels,
  waiting,
  audit,
  privacy,
  'access-records': accessRecords,
  inspections,
  'api-keys': apiKeys,
  webhooks,
  imports: { ...imports, ...importAfterwards },
};

export type NamedRoute = { name: string; row: string; route: Route };

/** Every route of the product with the name of its constant. */
export const catalogue: readonly NamedRoute[] = Object.entries(rows).flatMap(([row, contract]) =>
  Object.entries(contract)
    .filter((entry): entry is [string, Route] => isRoute(entry[1]))
    .map(([name, route]) => ({ name, row, route })),
);

function isRoute(exported: unknown): exported is Route {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'access' in exported;
}
