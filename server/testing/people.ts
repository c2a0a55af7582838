import type { Plan } from '@vialkeep/contract/plans.ts';

/** The demo user of every plan, by the part of the email before the @. */
export const personOfPlan: Readonly<Record<Plan, string>> = {
  1: 'lab',
  2: 'patient',
  3: 'rep',
  4: 'hc',
  5: 'rhc',
  6: 'manager',
  7: 'admin',
  8: 'distributor',
  9: 'staff',
  10: 'super',
  11: 'affiliate',
  12: 'donor',
  15: 'viewer',
  16: 'buyer',
};

/** The password of every demo account. */
export const PASSWORD = 'Vialkeep-demo-1';
