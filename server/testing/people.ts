import type { Plan } from '@vialkeep/contract/plans.ts';

/** The demo network's person of every plan, by the part of the e-mail before the @. */
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

/** Every demo account has it. */
export const PASSWORD = 'Vialkeep-demo-1';
