import type { Plan } from '@vialkeep/contract/plans.ts';

export const DEMO_PASSWORD = 'Vialkeep-demo-1';

/** The part of a demo account's email before the @; a name with '@' is a full email. */
export type Account = string;

/** One demo account of every plan, in the order the start prints them. */
export const demoAccounts: readonly { account: Account; plan: Plan; planName: string; name: string }[] = [
  { account: 'lab', plan: 1, planName: 'Lab', name: 'Cryo Desk' },
  { account: 'patient', plan: 2, planName: 'General Member', name: 'Ana Whitfield' },
  { account: 'rep', plan: 3, planName: 'Sales Rep', name: 'Julian Reyes' },
  { account: 'hc', plan: 4, planName: 'Harvest Center', name: 'Maria Stein' },
  { account: 'rhc', plan: 5, planName: 'Referral Harvest Center', name: 'Amara Nwosu' },
  { account: 'manager', plan: 6, planName: 'Sales Manager', name: 'Petra Nolan' },
  { account: 'admin', plan: 7, planName: 'Admin', name: 'Priya Raman' },
  { account: 'distributor', plan: 8, planName: 'Sales Distributor', name: 'Walter Ashby' },
  { account: 'staff', plan: 9, planName: 'HC Staff', name: 'Beth Lowell' },
  { account: 'super', plan: 10, planName: 'Super Admin', name: 'Ingrid Solberg' },
  { account: 'affiliate', plan: 11, planName: 'Sales Affiliate', name: 'Simone Vartan' },
  { account: 'donor', plan: 12, planName: 'Donor', name: 'Colin Mabry' },
  { account: 'viewer', plan: 15, planName: 'Patients List', name: 'Grace Tillman' },
  { account: 'buyer', plan: 16, planName: 'Buyer', name: 'Anton Rusk' },
];

export function emailOf(account: Account): string {
  return account.includes('@') ? account : `${account}@vialkeep.test`;
}
