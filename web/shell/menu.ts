import { Plan } from '@vialkeep/contract/plans.ts';
import { ordersOwnVials } from '@vialkeep/contract/products.ts';

export type MenuEntry = { label: string; path: string };
export type MenuGroup = { label: string; entries: readonly MenuEntry[] };
export type MenuItem = MenuEntry | MenuGroup;

/** The side menu of a plan, limited to existing screens. The frame adds Logout as the last entry. */
export function menuFor(
  user: { subscription: { id: Plan }; tags: readonly number[] },
  hasPage: (path: string) => boolean,
): readonly MenuItem[] {
  const plan = user.subscription.id;
  return menuOf(plan, ordersOwnVials({ plan, tags: user.tags }))
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

const dashboard: MenuEntry = { label: 'Dashboard', path: '/dashboard' };
const resourceCenter: MenuEntry = { label: 'Resource Center', path: '/resource-center' };
const changePassword: MenuEntry = { label: 'Change Password', path: '/password' };
const contactDetails: MenuEntry = { label: 'Contact Details', path: '/profile' };
const centerDetails: MenuEntry = { label: 'Contact Details', path: '/hc-profile' };
const locations: MenuEntry = { label: 'Locations', path: '/hc-locations' };
// The same page under the name in each plan's menu (C-13).
const paymentMethods: MenuEntry = { label: 'Payment Methods', path: '/hc-payments' };
const paymentOptions: MenuEntry = { label: 'Payment Options', path: '/hc-payments' };

const account = (...entries: MenuEntry[]): MenuGroup => ({ label: 'Account', entries });
const memberAccount = account(changePassword, contactDetails);
const centerAccount = account(changePassword, centerDetails, locations, paymentOptions);

const standard: readonly MenuItem[] = [dashboard, resourceCenter, memberAccount];

const patientWhoOrders: readonly MenuItem[] = [
  dashboard,
  resourceCenter,
  account(changePassword, locations, paymentOptions, contactDetails),
];

const administrator: readonly MenuItem[] = [
  dashboard,
  { label: 'All Transactions Report', path: '/all-transaction-report' },
  {
    label: 'System Documents',
    entries: [
      { label: 'Patients Documents', path: '/documents/patients' },
      { label: 'Harvest Center Documents', path: '/documents/harvest-centers' },
    ],
  },
  { label: 'Coupon Code Manager', path: '/coupon-manager' },
  { label: 'Inactive Users', path: '/inactive-users' },
  { label: 'Request FedEx Label', path: '/fedex-requests' },
  { label: 'Assets Manager', path: '/assets-manager' },
  { label: 'HC Staff Manager', path: '/hc-staff-manager' },
  { label: 'RHC Manager', path: '/rhc-manager' },
  memberAccount,
];

const menus: Readonly<Partial<Record<Plan, readonly MenuItem[]>>> = {
  [Plan.salesRep]: [
    dashboard,
    {
      label: 'Your Lists',
      entries: [
        { label: 'Harvest Center List', path: '/harvest-centers' },
        { label: 'Referral Harvest Center List', path: '/referral-harvest-centers' },
        { label: 'Patient List', path: '/patients' },
      ],
    },
    { label: 'Transaction Report', path: '/my-transaction-report' },
    resourceCenter,
    memberAccount,
  ],
  [Plan.harvestCenter]: [
    dashboard,
    {
      label: 'Patient Documents',
      entries: [
        { label: 'Request Patients Signatures', path: '/request-patients-signatures' },
        { label: 'Upload Patient Documents Signed', path: '/upload-patient-documents' },
        { label: 'Patients Signatures', path: '/patients-signatures' },
      ],
    },
    { label: 'Transaction History', path: '/hc-transaction-history' },
    { label: 'Referral Patients', path: '/referral-patients' },
    { label: 'Staff', path: '/staff-view' },
    { label: 'Request FedEx Label', path: '/fedex-request-label' },
    resourceCenter,
    account(changePassword, centerDetails, locations, paymentMethods),
  ],
  [Plan.referralCenter]: [
    dashboard,
    resourceCenter,
    { label: 'Request FedEx Label', path: '/fedex-request-label-rhc' },
    centerAccount,
  ],
  [Plan.salesManager]: [
    dashboard,
    { label: 'Add Sales Rep', path: '/add-sales-rep' },
    { label: 'Team Transactions Report', path: '/team-transaction-report' },
    { label: 'Team Patients List', path: '/all-patients-team' },
    resourceCenter,
    memberAccount,
  ],
  [Plan.admin]: administrator,
  [Plan.salesDistributor]: [
    dashboard,
    { label: 'Team Sales Rep List', path: '/all-manager-sr-team' },
    { label: 'Team Patients List', path: '/all-manager-patients-team' },
    { label: 'Add Sales Manager', path: '/add-sales-manager' },
    { label: 'Teams Transactions Report', path: '/manager-teams-transaction-report' },
    resourceCenter,
    memberAccount,
  ],
  // The menu of staff without access to a center; with access they act as the center and have menu 4 (C-03).
  [Plan.staff]: [
    dashboard,
    resourceCenter,
    { label: 'Request FedEx Label', path: '/fedex-request-label' },
    centerAccount,
  ],
  [Plan.superAdmin]: administrator,
};

function menuOf(plan: Plan, ordersVials: boolean): readonly MenuItem[] {
  if (plan === Plan.generalMember && ordersVials) return patientWhoOrders;
  return menus[plan] ?? standard;
}
