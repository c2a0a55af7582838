import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../kernel/navigation/addresses.ts';
import type { PagePath } from '../kernel/navigation/page-path.ts';

/*
 * What a page asks for as soon as it opens. `npm run generate` writes it into the list that the server sends with the
 * page, so that the browser asks before the application has loaded (0075). `~user` is the stored user's id, `~plan`
 * their plan. A journey checks that the pages take every one of these answers.
 */

/** Every page behind the login asks for these. The preferences decide how dense its lists are. */
const ofEveryPage = ['/api/v1/users/session/', '/api/v1/users/preferences/'];

const ofPages: Partial<Record<PagePath, readonly string[]>> = {
  [addresses.resourceCenter]: ['/api/v1/assets/subscription/~plan/'],
  [addresses.profile]: ['/api/v1/users/~user/'],
  [addresses.centerProfile]: ['/api/v1/users/~user/'],
  [addresses.settings]: [
    '/api/v1/identity/',
    '/api/v1/users/sessions/',
    '/api/v1/access-records/mine/?limit=5&offset=0',
  ],
  [addresses.secondFactor]: ['/api/v1/identity/'],
  [addresses.whoSawMyRecord]: ['/api/v1/access-records/mine/?limit=50&offset=0'],
  [addresses.patientsSignatures]: ['/api/v1/harvest-centers/~user/documentList/'],
  [addresses.inactiveUsers]: ['/api/admin/users/all/inactive/'],
  [addresses.coupons]: ['/api/admin/coupon-codes/'],
  [addresses.assetsManager]: ['/api/admin/assets/'],
  [addresses.patientsDocuments]: ['/api/admin/documents/?limit=30&offset=0'],
  [addresses.centerDocuments]: ['/api/admin/harvest-centers/'],
  [addresses.labelRequests]: ['/api/admin/fedex-requests/'],
  [addresses.commissionLines]: [
    '/api/admin/commission-lines/?dispute=open&limit=25&offset=0',
    '/api/admin/commission-lines/?limit=25&offset=0',
  ],
  [addresses.commissionPlans]: ['/api/admin/commission-plans/'],
  [addresses.myCommissions]: ['/api/v1/commissions/own/?limit=25&offset=0'],
  [addresses.journal]: ['/api/admin/journal/?limit=50&offset=0', '/api/admin/journal/balances/'],
  [addresses.money]: ['/api/admin/money/overview/'],
  [addresses.moneyOverview]: ['/api/admin/money/overview/'],
  [addresses.reconciliation]: [
    '/api/admin/reconciliations/?limit=10&offset=0',
    '/api/admin/reconciliation-items/?limit=25&offset=0',
  ],
  [addresses.refunds]: ['/api/admin/refunds/?limit=25&offset=0'],
  [addresses.payouts]: ['/api/admin/payout-runs/?limit=25&offset=0'],
  [addresses.storagePlans]: ['/api/admin/storage-offers/', '/api/admin/storage-enrolments/?limit=25&offset=0'],
  [addresses.harvestDay]: ['/api/v1/harvests/?limit=25&offset=0'],
  [addresses.connections]: ['/api/v1/api-keys/?limit=50&offset=0', '/api/v1/webhooks/?limit=50&offset=0'],
  [addresses.imports]: ['/api/admin/imports/?limit=50&offset=0'],
  [addresses.security]: ['/api/admin/audit/?limit=50&offset=0'],
  [addresses.securityOpenings]: ['/api/admin/access-records/?limit=50&offset=0'],
  [addresses.securitySessions]: ['/api/admin/sessions/?limit=50&offset=0'],
  [addresses.securityInspections]: ['/api/admin/inspections/?limit=25&offset=0'],
  [addresses.staff]: ['/api/v1/hc-staff/~user/staff-list/', '/api/v1/rhc-association/pending/'],
  [addresses.staffLinks]: ['/api/admin/hc-staff/'],
  [addresses.referralLinks]: ['/api/admin/rhc-association/all/'],
  [addresses.harvestCenters]: ['/api/v1/harvest-centers/sales-rep/~user/'],
  [addresses.referralCenters]: ['/api/v1/referral-harvest-centers/sales-rep/~user/'],
  [addresses.teamReps]: ['/api/v1/sales-distributors/~user/sales-rep/'],
  [addresses.repPatients]: ['/api/v1/users/sales-rep/~user/'],
  [addresses.managerPatients]: ['/api/v1/sales-managers/~user/patients/'],
  [addresses.distributorPatients]: ['/api/v1/sales-distributors/~user/patients/'],
  [addresses.referralPatients]: ['/api/v1/harvest-centers/~user/referral-patients/'],
  [addresses.allTransactions]: ['/api/admin/transactions/revenue/', '/api/admin/transactions/?limit=10&offset=0'],
  [addresses.centerHistory]: ['/api/v1/harvest-centers/~user/transactions-history/'],
  [addresses.repReport]: ['/api/v1/sales-team/~user/sales/', '/api/v1/sales-rep/~user/my-transactions/'],
  [addresses.managerReport]: ['/api/v1/sales-team/~user/sales/', '/api/v1/sales-rep/~user/team-transactions/'],
  [addresses.distributorReport]: [
    '/api/v1/sales-team/~user/sales/',
    '/api/v1/sales-distributors/~user/team-transactions/',
  ],
};

const needsAttention = '/api/v1/patients/attention/';
const countByStage = '/api/v1/patients/stages/';
const vialStock = '/api/v1/patients/vial-stock/';
const sales = '/api/v1/sales-team/~user/sales/';
const administration = [
  '/api/admin/waiting/',
  '/api/admin/money/overview/',
  '/api/admin/transactions/revenue/',
  '/api/admin/users/?limit=30&offset=0',
];

const ofDashboards: Partial<Record<Plan, readonly string[]>> = {
  [Plan.lab]: [
    needsAttention,
    '/api/admin/users/lab/?stage=shipped&limit=100',
    '/api/admin/users/lab/?stage=received&limit=100',
    '/api/admin/users/lab/?stage=sterility&limit=100',
  ],
  [Plan.generalMember]: ['/api/v1/users/~user/record/', '/api/v1/documents/list/~user/'],
  [Plan.salesRep]: [sales],
  [Plan.harvestCenter]: [needsAttention, vialStock, countByStage, '/api/v1/harvest-centers/~user/patients/'],
  [Plan.referralCenter]: [needsAttention, vialStock, '/api/v1/rhc-association/~user/awaited/', countByStage],
  [Plan.salesManager]: [sales],
  [Plan.admin]: administration,
  [Plan.salesDistributor]: [sales],
  [Plan.staff]: ['/api/v1/hc-staff/~user/hc-list/'],
  [Plan.superAdmin]: administration,
  [Plan.salesAffiliate]: [sales],
  [Plan.patientsList]: [needsAttention, countByStage],
};

/** What a lab reads of its bench. An administrator whose address names no lab reads the labs to choose from. */
const ofBenches: Partial<Record<PagePath, readonly string[]>> = {
  [addresses.bench]: ['/api/v1/bench/home/'],
  [addresses.benchOperators]: ['/api/v1/bench/operators/?limit=50&offset=0'],
  [addresses.storage]: ['/api/v1/bench/places/?kind=facility'],
  [addresses.stockCounts]: ['/api/v1/bench/counts/?limit=25&offset=0'],
  [addresses.benchOrders]: ['/api/v1/bench/orders/?show=open&limit=25&offset=0'],
  [addresses.benchLots]: ['/api/v1/bench/lots/?limit=25&offset=0', '/api/v1/bench/kits/?limit=25&offset=0'],
  [addresses.benchArrivals]: ['/api/v1/bench/arrivals/?limit=25&offset=0'],
  [addresses.benchBatches]: ['/api/v1/bench/batches/?limit=25&offset=0'],
  [addresses.benchRelease]: ['/api/v1/bench/candidates/?limit=25&offset=0'],
  [addresses.deviations]: ['/api/v1/bench/deviations/?limit=25&offset=0'],
  [addresses.benchSettings]: [],
  [addresses.benchNewArrival]: [],
};
const labsToChoose = ['/api/v1/bench/labs/?limit=50&offset=0'];

const ownLocations = ['/api/v1/locations/user/~user/'];
/** Members of other plans read their locations only if they may order vials, which is not known so early. */
const plansWithLocations: readonly Plan[] = [Plan.harvestCenter, Plan.referralCenter, Plan.staff];

/** The reads of a page, for all plans or for one. */
export function firstReadsOf(path: PagePath, plan: Plan | null): readonly string[] {
  if (plan === null) return [...ofEveryPage, ...(ofPages[path] ?? [])];
  if (path === addresses.dashboard) return ofDashboards[plan] ?? [];
  if (path === addresses.locations) return plansWithLocations.includes(plan) ? ownLocations : [];
  const ofBench = ofBenches[path];
  if (!ofBench) return [];
  if (plan === Plan.lab) return ofBench;
  return plan === Plan.admin || plan === Plan.superAdmin ? labsToChoose : [];
}
