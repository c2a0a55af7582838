import { z } from 'zod';
import { DomainId, DomainIdInPath } from './kernel/ids.ts';
import { dollars } from './kernel/money.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';

const days = (least: number, most: number) =>
  z.number().int().min(least, `At least ${least} days.`).max(most, `At most ${most} days.`);

const rules = {
  /** Whether sales earn commission here. */
  commissions: z.boolean(),
  /** Whether patients can have a storage plan here. */
  storage: z.boolean(),
  /** The days after the due day on which a declined charge is tried again. */
  dunning_days: z.array(days(1, 364)).max(10, 'At most 10 tries.'),
  /** The days after the due day when the grace period begins. */
  grace_after_days: days(1, 365),
  grace_days: days(0, 3650),
  /** An administrator has said that counsel was asked about pay for referrals. */
  counsel_noted: z.boolean(),
};

export const MoneySettings = z.object({
  ...rules,
  domain: z.object({ id: DomainId, name: z.string() }),
  /** Dollars: from this amount on a second administrator approves. */
  four_eyes: z.number(),
  /** Dollars: a person who has earned less is paid by a later run. */
  min_payout: z.number(),
  version: z.number().int(),
});
export type MoneySettings = z.infer<typeof MoneySettings>;

export const MoneySettingsFields = z.object({
  ...rules,
  dunning_days: rules.dunning_days.refine((tries) => new Set(tries).size === tries.length, 'Name each day once.'),
  four_eyes: dollars('Approve from'),
  min_payout: dollars('Least payout'),
});

export const readMoneySettings = route({
  method: 'GET',
  path: '/api/admin/money-settings/:domain_id/',
  summary: 'What a site has decided about commissions, storage plans, approvals and payouts',
  access: 'money.settings',
  params: z.object({ domain_id: DomainIdInPath }),
  answer: MoneySettings,
  inPerson: true,
});

export const changeMoneySettings = route({
  method: 'PATCH',
  path: '/api/admin/money-settings/:domain_id/',
  summary: 'Change what a site has decided about money',
  access: 'money.settings',
  params: z.object({ domain_id: DomainIdInPath }),
  body: MoneySettingsFields.partial().extend({ version: z.number().int() }),
  answer: MoneySettings.extend({ success: z.literal(true), message: z.string() }),
  refusals: {
    changed_meanwhile: refusal(409, 'Another administrator changed these settings. Look at them and save again.'),
    counsel_not_asked: refusal(400, 'Pay for referrals is regulated in many places. Confirm that counsel was asked.'),
    tries_after_grace: refusal(400, 'Every further try must come before the grace period begins.'),
  },
  inPerson: true,
  stepUp: true,
});
