import { z } from 'zod';
import { DomainIdInPath } from './kernel/ids.ts';
import { route } from './kernel/route.ts';

/** The months of a plot: this one and the eleven before. */
export const OVERVIEW_MONTHS = 12;
/** Months to come, in which held commission falls due. */
export const MONTHS_AHEAD = 2;

/** An amount in dollars, and the account, days and kind of the entries that it is the sum of; null for every kind. */
export const MoneyFigure = z.object({
  amount: z.number(),
  journal: z.object({
    account: z.number().int(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    kind: z.enum(['payout']).nullable(),
  }),
});
export type MoneyFigure = z.infer<typeof MoneyFigure>;

const month = z.string().regex(/^\d{4}-\d{2}$/);

export const MoneyOverview = z.object({
  owed: z.object({
    /** Earned, and not due yet: the lines of commission with `owed=held`. */
    held: z.number(),
    /** Due, and not paid: the lines of commission with `owed=payable`. */
    payable: z.number(),
    /** Paid in this month. */
    paid: MoneyFigure,
    /** By the month in which it falls or fell due, and in which it was paid. */
    months: z.array(z.object({ month, held: z.number(), payable: z.number(), paid: MoneyFigure })),
  }),
  revenue: z.object({
    /** Of this month: product, shipping and storage, less discounts, refunds and chargebacks. */
    recognised: z.number(),
    months: z.array(
      z.object({
        month,
        product: MoneyFigure,
        shipping: MoneyFigure,
        storage: MoneyFigure,
        discounts: MoneyFigure,
        refunds: MoneyFigure,
        chargebacks: MoneyFigure,
        recognised: z.number(),
      }),
    ),
  }),
  deferred: z.object({
    /** Paid for storage that is still to come. */
    now: MoneyFigure,
    /** At the end of each month. */
    months: z.array(z.object({ month, balance: MoneyFigure })),
  }),
  refunds_waiting: z.number().int(),
  differences: z.number().int(),
});
export type MoneyOverview = z.infer<typeof MoneyOverview>;

export const readMoneyOverview = route({
  method: 'GET',
  path: '/api/admin/money/overview/',
  summary: 'What is owed, revenue recognised and deferred, by month, each with the journal behind it',
  access: 'money.overview',
  query: z.object({ domain_id: DomainIdInPath.optional() }),
  answer: MoneyOverview,
});
