import { ordersOwnVials, Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../kernel/navigation/addresses.ts';
import type { PagePath, PlainPath } from '../kernel/navigation/page-path.ts';

export type MenuEntry = { label: string; path: PlainPath };
export type MenuGroup = { label: string; entries: readonly MenuEntry[] };
export type MenuItem = MenuEntry | MenuGroup;

/** The side menu of a plan, limited to existing screens. The frame adds Logout as the last entry. */
export function menuFor(
  user: { subscription: { id: Plan }; tags: readonly number[] },
  hasPage: (path: PagePath) => boolean,
  /** The rights from the server; a lab with a bench has the right to use it. */
  may: readonly string[] = [],
): readonly MenuItem[] {
  const plan = user.subscription.id;
  const isBenchLab = plan === Plan.lab && may.includes('bench.use');
  const menu = isBenchLab ? benchLab : menuOf(plan, ordersOwnVials({ plan, tags: user.tags }));
  return (may.includes('harvests.record') ? withHarvestDay(menu) : menu)
    .map((item) => (isGroup(item) ? { ...item, entries: item.entries.filter(({ path }) => hasPage(path)) } : item))
    .filter((item) => (isGroup(item) ? item.entries.length > 0 : hasPage(item.path)));
}

export function isGroup(item: MenuItem): item is MenuGroup {
  return 'entries' in item;
}

/** All entries of a menu in order, without the groups. */
export function entriesOf(menu: readonly MenuItem[]): readonly MenuEntry[] {
  return menu.flatMap((item) => (isGroup(item) ? item.entries : [item]));
}

const dashboard: MenuEntry = { label: 'Dashboard', path: addresses.dashboard };
const resourceCenter: MenuEntry = { label: 'Resource Center', path: addresses.resourceCenter };
const changePassword: MenuEntry = { label: 'Change Password', path: addresses.password };
const contactDetails: MenuEntry = { label: 'Contact Details', path: addresses.profile };
const centerDetails: MenuEntry = { label: 'Contact Details', path: addresses.centerProfile };
const locations: MenuEntry = { label: 'Locations', path: addresses.locations };
// The same page under the name in each plan's menu (C-13).
const paymentMethods: MenuEntry = { label: 'Payment Methods', path: addresses.cards };
const paymentOptions: MenuEntry = { label: 'Payment Options', path: addresses.cards };

const account = (...entries: MenuEntry[]): MenuGroup => ({ label: 'Account', entries });
const memberAccount = account(changePassword, contactDetails);
const centerAccount = account(changePassword, centerDetails, locations, paymentOptions);

const standard: readonly MenuItem[] = [dashboard, resourceCenter, memberAccount];

/** A lab that works by scan. */
const bench: MenuGroup = {
  label: 'Bench',
  entries: [
    { label: 'Bench', path: addresses.bench },
    { label: 'Arrivals', path: addresses.benchArrivals },
    { label: 'Batches', path: addresses.benchBatches },
    { label: 'Storage', path: addresses.storage },
    { label: 'Orders', path: addresses.benchOrders },
    { label: 'Release', path: addresses.benchRelease },
    { label: 'Stock Counts', path: addresses.stockCounts },
    { label: 'Deviations', path: addresses.deviations },
    { label: 'Lots and Kits', path: addresses.benchLots },
  ],
};
const benchLab: readonly MenuItem[] = [dashboard, bench, resourceCenter, memberAccount];

/** A clinic of a lab that works by scan has the page after its dashboard. */
function withHarvestDay([first, ...rest]: readonly MenuItem[]): readonly MenuItem[] {
  return [...(first ? [first] : []), { label: 'Harvest Day', path: addresses.harvestDay }, ...rest];
}

const patientWhoOrders: readonly MenuItem[] = [
  dashboard,
  resourceCenter,
  account(changePassword, locations, paymentOptions, contactDetails),
];

const administrator: readonly MenuItem[] = [
  dashboard,
  { label: 'All Transactions Report', path: addresses.allTransactions },
  {
    label: 'System Documents',
    entries: [
      { label: 'Patients Documents', path: addresses.patientsDocuments },
      { label: 'Harvest Center Documents', path: addresses.centerDocuments },
    ],
  },
  { label: 'Coupon Code Manager', path: addresses.coupons },
  { label: 'Inactive Users', path: addresses.inactiveUsers },
  { label: 'Request FedEx Label', path: addresses.labelRequests },
  { label: 'Assets Manager', path: addresses.assetsManager },
  { label: 'HC Staff Manager', path: addresses.staffLinks },
  { label: 'RHC Manager', path: addresses.referralLinks },
  memberAccount,
];

const menus: Readonly<Partial<Record<Plan, readonly MenuItem[]>>> = {
  [Plan.salesRep]: [
    dashboard,
    {
      label: 'Your Lists',
      entries: [
        { label: 'Harvest Center List', path: addresses.harvestCenters },
        { label: 'Referral Harvest Center List', path: addresses.referralCenters },
        { label: 'Patient List', path: addresses.repPatients },
      ],
    },
    { label: 'Transaction Report', path: addresses.repReport },
    resourceCenter,
    memberAccount,
  ],
  [Plan.harvestCenter]: [
    dashboard,
    {
      label: 'Patient Documents',
      entries: [
        { label: 'Request Patients Signatures', path: addresses.requestSignatures },
        { label: 'Upload Patient Documents Signed', path: addresses.uploadDocuments },
        { label: 'Patients Signatures', path: addresses.patientsSignatures },
      ],
    },
    { label: 'Transaction History', path: addresses.centerHistory },
    { label: 'Referral Patients', path: addresses.referralPatients },
    { label: 'Staff', path: addresses.staff },
    { label: 'Request FedEx Label', path: addresses.requestLabel },
    resourceCenter,
    account(changePassword, centerDetails, locations, paymentMethods),
  ],
  [Plan.referralCenter]: [
    dashboard,
    resourceCenter,
    { label: 'Request FedEx Label', path: addresses.requestReferralLabel },
    centerAccount,
  ],
  [Plan.salesManager]: [
    dashboard,
    { label: 'Add Sales Rep', path: addresses.addSalesRep },
    { label: 'Team Transactions Report', path: addresses.managerReport },
    { label: 'Team Patients List', path: addresses.managerPatients },
    resourceCenter,
    memberAccount,
  ],
  [Plan.admin]: administrator,
  [Plan.salesDistributor]: [
    dashboard,
    { label: 'Team Sales Rep List', path: addresses.teamReps },
    { label: 'Team Patients List', path: addresses.distributorPatients },
    { label: 'Add Sales Manager', path: addresses.addSalesManager },
    { label: 'Teams Transactions Report', path: addresses.distributorReport },
    resourceCenter,
    memberAccount,
  ],
  // The menu of staff without access to a center; with access they act as the center and have menu 4 (C-03).
  [Plan.staff]: [
    dashboard,
    resourceCenter,
    { label: 'Request FedEx Label', path: addresses.requestLabel },
    centerAccount,
  ],
  [Plan.superAdmin]: administrator,
};

function menuOf(plan: Plan, ordersVials: boolean): readonly MenuItem[] {
  if (plan === Plan.generalMember && ordersVials) return patientWhoOrders;
  return menus[plan] ?? standard;
}
