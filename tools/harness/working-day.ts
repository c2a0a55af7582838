import { listCards } from '@vialkeep/contract/cards.ts';
import {
  listCentersOfLab,
  listCentersOfSalesRep,
  listHarvestCenters,
  listStaffOfCenter,
} from '@vialkeep/contract/centers.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { listCoupons, validateCoupon } from '@vialkeep/contract/coupons.ts';
import { listCustody } from '@vialkeep/contract/custody.ts';
import { listCenterDocuments, listDocuments, listPatientDocuments } from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { listLabels } from '@vialkeep/contract/labels.ts';
import { listLocations, updateLocation } from '@vialkeep/contract/locations.ts';
import { countPatientsByStage, listAttention, readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import {
  listLabPatients,
  listPatientsOfCenter,
  listPatientsOfReferralCenter,
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  readPatientRecord,
} from '@vialkeep/contract/patients.ts';
import { readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { readProduct } from '@vialkeep/contract/products.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { listSubscriptionAssets, listSuggestedResources } from '@vialkeep/contract/resources.ts';
import { listManagersOfDistributor, listRepsOfManager } from '@vialkeep/contract/sales-teams.ts';
import { checkAgreement, currentSession, listAssociatedCenters, login } from '@vialkeep/contract/session.ts';
import {
  exportTransactionsCsv,
  listCenterTransactions,
  listDistributorTransactions,
  listManagerTransactions,
  listReferralProcessingFees,
  listRepTransactions,
  listTransactions,
  readRevenue,
  readSales,
} from '@vialkeep/contract/transactions.ts';
import { listUsers, readUserDetails } from '@vialkeep/contract/users.ts';
import { addVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import type { SeededRandom } from './seeded-random.ts';
import { DEMO_PASSWORD, type Worker } from './workers.ts';

export type Call = {
  readonly route: Route;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
};

/** A call that a user makes, its weight among the calls of the same user, and the kind under which it is reported. */
export type Task = {
  readonly kind: string;
  readonly weight: number;
  readonly call: (worker: Worker, dice: SeededRandom) => Call;
};

const task = (kind: string, weight: number, call: Task['call']): Task => ({ kind, weight, call });

const ofSelf =
  (route: Route): Task['call'] =>
  ({ id }) => ({ route, params: { id } });
const ofPatient =
  (route: Route, name = 'id'): Task['call'] =>
  ({ patients }, dice) => ({ route, params: { [name]: dice.of(patients) } });
const plain =
  (route: Route, query: object = {}): Task['call'] =>
  () => ({ route, query });
const paged =
  (route: Route, size: number): Task['call'] =>
  (_worker, dice) => ({ route, query: { offset: Math.floor(dice.next() ** 3 * 20) * size } });
const searched =
  (route: Route): Task['call'] =>
  (_worker, dice) => ({ route, query: { search: dice.of(['zeph', 'berg', 'lund', 'anna', 'mart']) } });

/** Calls that users of every plan make. */
const everybody: readonly Task[] = [
  task('log in', 0.1, ({ email }) => ({ route: login, body: { email, password: DEMO_PASSWORD } })),
  task('page opened', 6, plain(currentSession)),
  task('page opened', 3, ({ id }) => ({ route: checkAgreement, params: { userId: id } })),
  task('page opened', 2, plain(readPreferences)),
  task('profile', 2, ofSelf(getUser)),
  task('resources', 2, ({ plan }) => ({ route: listSubscriptionAssets, params: { id: plan } })),
  task('resources', 2, ({ plan }) => ({
    route: listSuggestedResources,
    params: { id: plan },
    body: { url: '/dashboard' },
  })),
  task('preferences saved', 0.5, (_worker, dice) => ({
    route: savePreferences,
    body: { density: dice.of(['comfortable', 'compact']) },
  })),
];

const samples: readonly Task[] = [
  task('dashboard', 6, plain(listAttention)),
  task('dashboard', 5, plain(countPatientsByStage)),
  task('patients listed', 10, paged(listLabPatients, 30)),
  task('patients searched', 6, searched(listLabPatients)),
  task('patient record', 10, ofPatient(readPatientRecord)),
  task('patient record', 5, ofPatient(listCustody)),
  task('vials', 5, ofPatient(readVials, 'userId')),
  task('vials', 3, ofPatient(listVials, 'userId')),
  task('vials added', 3, ({ patients }, dice) => ({
    route: addVialEntry,
    body: {
      type: 'added',
      date: new Date().toISOString().slice(0, 10),
      quantity: 1 + Math.floor(dice.next() * 3),
      note: 'From the freezer on the left',
      user: dice.of(patients),
    },
  })),
];

const office: readonly Task[] = [
  task('dashboard', 6, plain(readRevenue)),
  task('users listed', 12, paged(listUsers, 30)),
  task('users listed', 3, plain(listUsers, { subscription_type: 4 })),
  task('users searched', 8, searched(listUsers)),
  task('user details', 6, ofPatient(readUserDetails)),
  task('patient record', 5, ofPatient(readPatientRecord)),
  task('vials', 3, ofPatient(readVials, 'userId')),
  task('documents listed', 6, paged(listDocuments, 30)),
  task('transactions listed', 8, plain(listTransactions)),
  task('transactions searched', 4, searched(listTransactions)),
  task('report', 2, plain(exportTransactionsCsv)),
  task('other lists', 2, plain(listHarvestCenters)),
  task('other lists', 2, plain(listCoupons)),
  task('other lists', 2, plain(listLabels)),
];

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
const card = {
  full_name: 'A Working Day',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
  cvc: '123',
};
let invoice = 3_000_000;

const shopping: readonly Task[] = [
  task('order priced', 3, plain(readNextInvoice)),
  task('order priced', 4, (_worker, dice) => ({ route: readProduct, params: { id: dice.of([3, 8, 12]) } })),
  // A low weight, because the server rate-limits coupon codes.
  task('order priced', 0.2, () => ({ route: validateCoupon, body: { code: 'SPRING', product_id: 3 } })),
  task('order priced', 3, ({ id }) => ({ route: listLocations, params: { userId: id } })),
  task('order priced', 2, ({ id }) => ({ route: listCards, body: { user_id: id } })),
];

const clinic: readonly Task[] = [
  task('dashboard', 8, plain(listAttention)),
  task('patient record', 12, ofPatient(readPatientRecord)),
  task('vials', 5, ofPatient(readVials, 'userId')),
  ...shopping,
  task('location saved', 1, ({ locations }, dice) => ({
    route: updateLocation,
    params: { id: dice.of(locations) },
    body: { address2: `Suite ${Math.floor(dice.next() * 900)}` },
  })),
];

const harvestCenter: readonly Task[] = [
  ...clinic,
  task('patients listed', 12, ofSelf(listPatientsOfCenter)),
  task('documents listed', 7, ofSelf(listCenterDocuments)),
  task('report', 4, ofSelf(listCenterTransactions)),
  task('other lists', 2, ofSelf(listStaffOfCenter)),
  task('order paid', 1.5, () => {
    invoice += 1;
    return {
      route: checkOut,
      body: {
        product_id: 3,
        product_quantity: 1,
        total_amount: 320,
        invoice_id: invoice,
        addressInfo: address,
        credit_card: card,
      },
    };
  }),
];

const referralCenter: readonly Task[] = [
  ...clinic,
  task('patients listed', 12, ofSelf(listPatientsOfReferralCenter)),
  task('report', 4, ofSelf(listReferralProcessingFees)),
];

/** The calls that users of each plan make in a day. Plans that are not listed make only the common calls. */
const byPlan: Readonly<Record<number, readonly Task[]>> = {
  1: [...samples, task('dashboard', 5, plain(readSterilityEndings)), task('other lists', 4, ofSelf(listCentersOfLab))],
  2: [
    task('patient record', 10, ofSelf(readPatientRecord)),
    task('documents listed', 10, ({ id }) => ({ route: listPatientDocuments, params: { userId: id } })),
    task('vials', 10, ({ id }) => ({ route: readVials, params: { userId: id } })),
  ],
  3: [
    task('dashboard', 10, ofSelf(readSales)),
    task('report', 6, ofSelf(listRepTransactions)),
    task('patients listed', 8, ofSelf(listPatientsOfSalesRep)),
    task('other lists', 4, ofSelf(listCentersOfSalesRep)),
  ],
  4: harvestCenter,
  5: referralCenter,
  6: [
    task('dashboard', 10, ofSelf(readSales)),
    task('dashboard', 5, ofSelf(listRepsOfManager)),
    task('report', 6, ofSelf(listManagerTransactions)),
    task('patients listed', 2, ofSelf(listPatientsOfSalesManager)),
  ],
  7: office,
  8: [
    task('dashboard', 10, ofSelf(readSales)),
    task('dashboard', 5, ofSelf(listManagersOfDistributor)),
    task('report', 6, ofSelf(listDistributorTransactions)),
    task('patients listed', 1, ofSelf(listPatientsOfSalesDistributor)),
  ],
  9: [task('dashboard', 10, ofSelf(listAssociatedCenters))],
  10: office,
  15: samples,
};

export function dayOf(plan: number): readonly Task[] {
  return [...everybody, ...(byPlan[plan] ?? [])];
}

/** The kinds that write; all others read. */
export const writes: ReadonlySet<string> = new Set([
  'log in',
  'preferences saved',
  'vials added',
  'location saved',
  'order paid',
]);
