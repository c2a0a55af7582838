import type { Plan } from '@vialkeep/contract/plans.ts';
import { routes } from './routes.ts';

/** A line of the side menu: its name and path, or a group of such lines. */
export type Line =
  | readonly [name: string, path: string]
  | readonly [name: string, lines: readonly (readonly [string, string])[]];

/** The menus of 1-foundation section 6, copied independently so that they check the portal's own table. */
export function documentedMenu(plan: Plan, tags: readonly number[]): readonly Line[] {
  if (plan === 2 && tags.includes(1)) return patientWhoOrders;
  return documented[plan] ?? standard;
}

/** The same menu limited to screens that exist. */
export function menuOfToday(plan: Plan, tags: readonly number[]): readonly Line[] {
  return documentedMenu(plan, tags).flatMap((line): Line[] => {
    const [name, rest] = line;
    if (typeof rest === 'string') return existing.has(rest) ? [line] : [];
    const lines = rest.filter(([, path]) => existing.has(path));
    return lines.length > 0 ? [[name, lines]] : [];
  });
}

/** Returns every path of a menu in order. */
export function pathsOf(menu: readonly Line[]): string[] {
  return menu.flatMap(([, rest]) => (typeof rest === 'string' ? [rest] : rest.map(([, path]) => path)));
}

const existing = new Set(routes);

const password = ['Change Password', '/password'] as const;
const profile = ['Contact Details', '/profile'] as const;
const centerProfile = ['Contact Details', '/hc-profile'] as const;
const locations = ['Locations', '/hc-locations'] as const;
const paymentOptions = ['Payment Options', '/hc-payments'] as const;
const dashboard = ['Dashboard', '/dashboard'] as const;
const resources = ['Resource Center', '/resource-center'] as const;
const account = ['Account', [password, profile]] as const;
const centerAccount = ['Account', [password, centerProfile, locations, paymentOptions]] as const;

const standard: readonly Line[] = [dashboard, resources, account];

const patientWhoOrders: readonly Line[] = [
  dashboard,
  resources,
  ['Account', [password, locations, paymentOptions, profile]],
];

const administration: readonly Line[] = [
  dashboard,
  ['All Transactions Report', '/all-transaction-report'],
  [
    'System Documents',
    [
      ['Patients Documents', '/documents/patients'],
      ['Harvest Center Documents', '/documents/harvest-centers'],
    ],
  ],
  ['Coupon Code Manager', '/coupon-manager'],
  ['Inactive Users', '/inactive-users'],
  ['Request FedEx Label', '/fedex-requests'],
  ['Assets Manager', '/assets-manager'],
  ['HC Staff Manager', '/hc-staff-manager'],
  ['RHC Manager', '/rhc-manager'],
  account,
];

const documented: Partial<Record<Plan, readonly Line[]>> = {
  3: [
    dashboard,
    [
      'Your Lists',
      [
        ['Harvest Center List', '/harvest-centers'],
        ['Referral Harvest Center List', '/referral-harvest-centers'],
        ['Patient List', '/patients'],
      ],
    ],
    ['Transaction Report', '/my-transaction-report'],
    resources,
    account,
  ],
  4: [
    dashboard,
    [
      'Patient Documents',
      [
        ['Request Patients Signatures', '/request-patients-signatures'],
        ['Upload Patient Documents Signed', '/upload-patient-documents'],
        ['Patients Signatures', '/patients-signatures'],
      ],
    ],
    ['Transaction History', '/hc-transaction-history'],
    ['Referral Patients', '/referral-patients'],
    ['Staff', '/staff-view'],
    ['Request FedEx Label', '/fedex-request-label'],
    resources,
    ['Account', [password, centerProfile, locations, ['Payment Methods', '/hc-payments']]],
  ],
  5: [dashboard, resources, ['Request FedEx Label', '/fedex-request-label-rhc'], centerAccount],
  6: [
    dashboard,
    ['Add Sales Rep', '/add-sales-rep'],
    ['Team Transactions Report', '/team-transaction-report'],
    ['Team Patients List', '/all-patients-team'],
    resources,
    account,
  ],
  7: administration,
  8: [
    dashboard,
    ['Team Sales Rep List', '/all-manager-sr-team'],
    ['Team Patients List', '/all-manager-patients-team'],
    ['Add Sales Manager', '/add-sales-manager'],
    ['Teams Transactions Report', '/manager-teams-transaction-report'],
    resources,
    account,
  ],
  9: [dashboard, resources, ['Request FedEx Label', '/fedex-request-label'], centerAccount],
  10: administration,
};
