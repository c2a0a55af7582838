import { z } from 'zod';
import { withoutCardNumber } from './card-number.ts';
import { commissionBases, commissionLevels } from './commission-words.ts';
import { Day, DayUntilNow } from './kernel/day.ts';
import {
  CommissionPlanId,
  CommissionPlanIdInPath,
  DomainId,
  DomainIdInPath,
  SimulationId,
  SimulationIdInPath,
  UserId,
  Version,
} from './kernel/ids.ts';
import { dollars } from './kernel/money.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { ProductId, productIds } from './products.ts';

export const RULES_MAX = 200;
/** The longest range of a simulation, in months. */
export const SIMULATED_MONTHS_MAX = 24;

const Done = z.object({ success: z.literal(true), message: z.string() });
const Person = z.object({ id: UserId, name: z.string() });

const Month = z.string().regex(/^\d{4}-\d\d$/);

const ONE_OF_BOTH = 'Enter a rate or an amount for each piece.';
const RATE = 'Enter 0 to 10000 hundredths of a percent.';

/** A rule as it is typed. `rate_bp` is in hundredths of a percent, `piece` in dollars; one of both. */
export const CommissionRuleInput = z
  .object({
    level: z.enum(commissionLevels, 'Choose a level.'),
    /** Empty: every product. */
    product_ids: z
      .array(ProductId)
      .max(productIds.length)
      .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other))
      .default([]),
    person_id: orEmpty(UserId, 'Choose a person.').default(null),
    rate_bp: z.number(RATE).int(RATE).min(0, RATE).max(10_000, RATE).nullable().default(null),
    piece: dollars('Amount').nullable().default(null),
    base: z.enum(commissionBases, 'Choose a base.').default('net'),
  })
  .refine(({ rate_bp, piece }) => (rate_bp === null) !== (piece === null), { path: ['rate_bp'], message: ONE_OF_BOTH })
  .refine(({ level, person_id }) => level !== 'house' || person_id === null, {
    path: ['person_id'],
    message: 'The house is one account.',
  });
export type CommissionRuleInput = z.infer<typeof CommissionRuleInput>;

const DAYS = 'Enter 0 to 365 days.';

export const CommissionPlanDetails = z.object({
  /** Without a site the plan is for every site that has none of its own. */
  domain_id: orEmpty(DomainId, 'Choose a site.'),
  name: withoutCardNumber(requiredText('Name', 100)),
  starts_on: Day,
  hold_days: z.number(DAYS).int(DAYS).min(0, DAYS).max(365, DAYS),
  empty_seats: z.enum(['nobody', 'house'], 'Choose one of both.'),
  house_id: orEmpty(UserId, 'Choose an account.'),
  note: withoutCardNumber(text(1_000)),
  rules: z.array(CommissionRuleInput).max(RULES_MAX, `At most ${RULES_MAX} rules.`),
});
export type CommissionPlanDetails = z.infer<typeof CommissionPlanDetails>;

export const CommissionRule = z.object({
  id: z.number().int(),
  level: z.enum(commissionLevels),
  product_ids: z.array(z.number().int()),
  person_id: UserId.nullable(),
  rate_bp: z.number().int().nullable(),
  piece: z.number().nullable(),
  base: z.enum(commissionBases),
  words: z.string(),
});

export const CommissionPlan = z.object({
  id: CommissionPlanId,
  domain_id: DomainId.nullable(),
  /** Empty for a plan of every site. */
  site: z.string(),
  name: z.string(),
  starts_on: z.iso.date(),
  /** The last day; null while no later plan follows. */
  ends_on: z.iso.date().nullable(),
  hold_days: z.number().int(),
  /** Withdrawn: adopted for a day to come, and taken back before it. */
  state: z.enum(['draft', 'adopted', 'withdrawn']),
  empty_seats: z.enum(['nobody', 'house']),
  house_id: UserId.nullable(),
  note: z.string(),
  rules: z.array(CommissionRule),
  /** The people that the plan names. */
  people: z.array(Person),
  /** The sales of before the adoption that have got their lines; null where none are left. */
  backlog: z.object({ handled: z.number().int() }).nullable(),
  version: z.number().int(),
  may: z.array(z.enum(['change', 'delete', 'adopt', 'withdraw', 'simulate'])),
});
export type CommissionPlan = z.infer<typeof CommissionPlan>;

const aboutPlan = z.object({ id: CommissionPlanIdInPath });
const planAdopted = refusal(409, 'An adopted plan does not change. Copy it.');
const changedMeanwhile = refusal(409, 'Another administrator changed this plan. Look at it once more and save again.');

export const listCommissionPlans = route({
  method: 'GET',
  path: '/api/admin/commission-plans/',
  summary: 'Commission plans of the administrator’s sites, drafts first',
  access: 'commissions.administer',
  reads: { what: 'list' },
  query: z.object({ domain_id: DomainIdInPath.optional() }),
  answer: z.object({
    results: z.array(CommissionPlan),
    /** The account that a new plan proposes as its house; null where there is none. */
    proposed_house_id: UserId.nullable(),
  }),
  inPerson: true,
});

export const readCommissionPlan = route({
  method: 'GET',
  path: '/api/admin/commission-plans/:id/',
  summary: 'One commission plan with its rules',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: aboutPlan,
  answer: CommissionPlan,
  inPerson: true,
});

export const createCommissionPlan = route({
  method: 'POST',
  path: '/api/admin/commission-plans/',
  summary: 'Draft a commission plan',
  access: 'commissions.administer',
  reads: { what: 'list' },
  body: CommissionPlanDetails.extend({
    domain_id: CommissionPlanDetails.shape.domain_id.default(null),
    hold_days: CommissionPlanDetails.shape.hold_days.default(30),
    empty_seats: CommissionPlanDetails.shape.empty_seats.default('nobody'),
    house_id: CommissionPlanDetails.shape.house_id.default(null),
    note: CommissionPlanDetails.shape.note.default(''),
    rules: CommissionPlanDetails.shape.rules.default([]),
  }),
  answer: CommissionPlan,
  inPerson: true,
});

export const updateCommissionPlan = route({
  method: 'PATCH',
  path: '/api/admin/commission-plans/:id/',
  summary: 'Change a draft; rules are replaced as a whole',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: aboutPlan,
  body: CommissionPlanDetails.partial().extend({ version: Version.optional() }),
  answer: CommissionPlan,
  inPerson: true,
  refusals: { plan_adopted: planAdopted, changed_meanwhile: changedMeanwhile },
});

export const deleteCommissionPlan = route({
  method: 'DELETE',
  path: '/api/admin/commission-plans/:id/',
  summary: 'Delete a draft',
  access: 'commissions.administer',
  params: aboutPlan,
  answer: Done,
  inPerson: true,
  refusals: { plan_adopted: planAdopted },
});

export const adoptCommissionPlan = route({
  method: 'POST',
  path: '/api/admin/commission-plans/:id/adopt/',
  summary: 'Adopt a draft: it never changes again, and the plan before it ends the day before',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: aboutPlan,
  body: z.object({ version: Version }),
  answer: CommissionPlan,
  inPerson: true,
  stepUp: true,
  refusals: {
    plan_adopted: planAdopted,
    ambiguous_rules: refusal(409, 'Two rules fit the same sale.'),
    too_far_ahead: refusal(400, 'A plan can be adopted up to a year before its first day.'),
    more_than_all: refusal(409, 'The levels together take more than 100%.'),
    plans_overlap: refusal(409, 'Another adopted plan begins on this day or later.'),
    changed_meanwhile: changedMeanwhile,
  },
});

export const withdrawCommissionPlan = route({
  method: 'POST',
  path: '/api/admin/commission-plans/:id/withdraw/',
  summary: 'Withdraw an adopted plan before its first day: the plan before it has no end again',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: aboutPlan,
  body: z.object({ version: Version }),
  answer: CommissionPlan,
  inPerson: true,
  stepUp: true,
  refusals: {
    not_adopted: refusal(409, 'Only an adopted plan can be withdrawn.'),
    plan_begun: refusal(409, 'This plan has begun. Adopt another one that follows it.'),
    plan_followed: refusal(409, 'A later plan follows this one. Withdraw that one first.'),
    changed_meanwhile: changedMeanwhile,
  },
});

const WRONG_WAY_ROUND = 'The range ends before it begins.';

export const simulateCommissionPlan = route({
  method: 'POST',
  path: '/api/admin/commission-plans/:id/simulate/',
  summary: 'Try a plan on past months',
  access: 'commissions.administer',
  params: aboutPlan,
  body: z
    .object({ from: DayUntilNow, to: Day })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: WRONG_WAY_ROUND })
    .refine(({ from, to }) => to < addMonths(from, SIMULATED_MONTHS_MAX), {
      path: ['to'],
      message: `At most ${SIMULATED_MONTHS_MAX} months.`,
    }),
  answer: z.object({ simulation_id: SimulationId }),
  inPerson: true,
  refusals: { simulation_running: refusal(429, 'Another plan of this site is being tried. Please wait for it.') },
});

/** '2026-01-31' and 24 → '2028-01-31'; a day that the month does not have is after all its days. */
function addMonths(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}${day.slice(7)}`;
}

/** Dollars now, dollars with the plan, and the difference. */
// oxlint-disable-next-line unicorn/no-thenable -- a field of the answer, which is never awaited
const Compared = { now: z.number(), then: z.number(), difference: z.number() };

export const CommissionSimulation = z.object({
  plan_id: CommissionPlanId,
  from: z.iso.date(),
  to: z.iso.date(),
  state: z.enum(['running', 'done']),
  /** By the months of the sales. */
  months: z.array(z.object({ month: Month, ...Compared })),
  people: z.array(z.object({ person: Person, ...Compared })),
  levels: z.array(z.object({ level: z.enum(commissionLevels), ...Compared })),
  total: z.object(Compared),
});
export type CommissionSimulation = z.infer<typeof CommissionSimulation>;

export const readCommissionSimulation = route({
  method: 'GET',
  path: '/api/admin/commission-simulations/:id/',
  summary: 'What a plan would have given, beside what the lines say',
  access: 'commissions.administer',
  reads: { what: 'list' },
  params: z.object({ id: SimulationIdInPath }),
  answer: CommissionSimulation,
  inPerson: true,
});
