import type { FirstVisit } from './page/first-visit.ts';

/** The limits of a first visit of a page. Kilobytes are 1000 compressed bytes as transferred. */
export type Budget = {
  route: string;
  /** The tour that the budget is for; without it, all tours that have no budget of their own. */
  who?: string;
  /** JavaScript, styles and fonts. */
  kilobytes: number;
  requests: number;
};

/**
 * The 'good' limits of Core Web Vitals on a mid-range phone over 4G. The time is printed but not enforced, because a
 * busy machine distorts it.
 */
export const LARGEST_PAINT_MS = 2500;
export const LAYOUT_SHIFT = 0.1;

/** The limits of every page (0075). The paint is compared with the median of its own walk, which a busy machine slows too. */
export const SCRIPTS = 12;
export const REQUESTS_BEFORE_PAINT = 20;
export const PAINT_RATIO = 1.35;

/** Returns every limit that a visit exceeds. */
export function excesses(visit: FirstVisit, budget: Budget): string[] {
  const { bytes, requests, scripts, layoutShift, earlyReads } = visit;
  const size = bytes / 1000;
  return [
    ...(scripts > SCRIPTS ? [`${scripts} JavaScript files instead of ${SCRIPTS}`] : []),
    ...earlyReads.left.map((read) => `the early read ${read} was not taken`),
    ...(size > budget.kilobytes ? [`${size.toFixed(0)} kB instead of ${budget.kilobytes}`] : []),
    ...(requests > budget.requests ? [`${requests} requests instead of ${budget.requests}`] : []),
    ...(layoutShift > LAYOUT_SHIFT ? [`a shift of ${layoutShift.toFixed(3)}`] : []),
  ];
}

/** Returns the requests before the largest paint of a phone if they are too many; a wide screen paints other parts last. */
export function excessBeforePaint({ requestsBeforePaint }: Pick<FirstVisit, 'requestsBeforePaint'>): string[] {
  if (requestsBeforePaint <= REQUESTS_BEFORE_PAINT) return [];
  return [`${requestsBeforePaint} requests before the largest paint instead of ${REQUESTS_BEFORE_PAINT}`];
}

/** Returns the visits whose largest paint came later than the walk's median allows. */
export function latePaints<Visit extends Pick<FirstVisit, 'largestPaintMs'>>(
  visits: readonly Visit[],
): { limitMs: number; late: Visit[] } {
  const paints = visits.map(({ largestPaintMs }) => largestPaintMs).toSorted((one, other) => one - other);
  const limitMs = Math.round(PAINT_RATIO * (paints[Math.floor(paints.length / 2)] ?? 0));
  return { limitMs, late: visits.filter(({ largestPaintMs }) => largestPaintMs > limitMs) };
}

export function budgetOf(route: string, who: string): Budget {
  const ofRoute = budgets.filter((budget) => budget.route === route);
  const found = ofRoute.find((budget) => budget.who === who) ?? ofRoute.find((budget) => budget.who === undefined);
  if (!found) throw new Error(`${route} has no budget.`);
  return found;
}

/**
 * About 5 % above the values measured when they were set, so that larger growth is noticed. Plots load when they are
 * visible and then count as part of the visit.
 */
export const budgets: readonly Budget[] = [
  { route: '/', kilobytes: 247, requests: 14 },
  { route: '/add-sales-manager', kilobytes: 426, requests: 23 },
  { route: '/add-sales-rep', kilobytes: 426, requests: 23 },
  { route: '/admin-registration-process', kilobytes: 315, requests: 16 },
  { route: '/all-manager-patients-team', kilobytes: 503, requests: 37 },
  { route: '/all-manager-sr-team', kilobytes: 426, requests: 24 },
  { route: '/all-patients-team', kilobytes: 503, requests: 37 },
  { route: '/all-transaction-report', kilobytes: 609, requests: 40 },
  { route: '/assets-manager', kilobytes: 429, requests: 25 },
  { route: '/bench/counts', kilobytes: 480, requests: 36 },
  { route: '/bench/counts/$id', kilobytes: 480, requests: 36 },
  { route: '/bench/orders', kilobytes: 480, requests: 40 },
  { route: '/bench/orders/$id', kilobytes: 480, requests: 40 },
  { route: '/bench/storage', kilobytes: 480, requests: 36 },
  { route: '/bench/storage/$id', kilobytes: 480, requests: 36 },
  { route: '/billing', kilobytes: 480, requests: 36 },
  { route: '/checkout/patient-vials', kilobytes: 472, requests: 35 },
  { route: '/contact', kilobytes: 429, requests: 24 },
  { route: '/coupon-manager', kilobytes: 456, requests: 32 },
  { route: '/custom-site-registration', kilobytes: 432, requests: 25 },
  { route: '/dashboard', kilobytes: 621, requests: 51 },
  { route: '/dashboard', who: 'patient', kilobytes: 524, requests: 48 },
  { route: '/dev/kit', kilobytes: 437, requests: 22 },
  { route: '/dev/kit/bench', kilobytes: 446, requests: 26 },
  { route: '/dev/kit/feedback', kilobytes: 437, requests: 22 },
  { route: '/dev/kit/forms', kilobytes: 457, requests: 24 },
  { route: '/dev/kit/plots', kilobytes: 551, requests: 24 },
  { route: '/dev/kit/samples', kilobytes: 437, requests: 22 },
  { route: '/dev/kit/states', kilobytes: 437, requests: 22 },
  { route: '/documents/harvest-centers', kilobytes: 439, requests: 27 },
  { route: '/documents/patients', kilobytes: 439, requests: 27 },
  { route: '/email-approve', kilobytes: 315, requests: 16 },
  { route: '/email-confirm', kilobytes: 315, requests: 16 },
  { route: '/email-undo', kilobytes: 315, requests: 16 },
  { route: '/fedex-request-label', kilobytes: 465, requests: 31 },
  { route: '/fedex-request-label-rhc', kilobytes: 465, requests: 31 },
  { route: '/fedex-requests', kilobytes: 465, requests: 31 },
  { route: '/forgot-password', kilobytes: 315, requests: 16 },
  { route: '/harvest-center-registration', kilobytes: 315, requests: 17 },
  { route: '/harvest-center/checkout/harvest-fee', kilobytes: 451, requests: 34 },
  { route: '/harvest-center/checkout/processing-fee', kilobytes: 451, requests: 33 },
  { route: '/harvest-center/checkout/product/{-$id}', kilobytes: 472, requests: 35 },
  { route: '/harvest-centers', kilobytes: 430, requests: 25 },
  { route: '/hc-locations', kilobytes: 456, requests: 31 },
  { route: '/bench', kilobytes: 480, requests: 36 },
  { route: '/connections', kilobytes: 480, requests: 36 },
  { route: '/connections/documentation', kilobytes: 440, requests: 30 },
  { route: '/bench/operators', kilobytes: 480, requests: 36 },
  { route: '/bench/settings', kilobytes: 480, requests: 36 },
  { route: '/vial/$code', kilobytes: 500, requests: 36 },
  { route: '/hc-payments', kilobytes: 448, requests: 28 },
  { route: '/hc-profile', kilobytes: 429, requests: 26 },
  { route: '/hc-signed-completed-message', kilobytes: 315, requests: 16 },
  { route: '/hc-staff-manager', kilobytes: 430, requests: 25 },
  { route: '/hc-staff-registration', kilobytes: 315, requests: 17 },
  { route: '/hc-transaction-history', kilobytes: 590, requests: 35 },
  { route: '/imports', kilobytes: 480, requests: 36 },
  { route: '/imports/$id', kilobytes: 480, requests: 36 },
  { route: '/inactive-users', kilobytes: 456, requests: 30 },
  { route: '/inspection', kilobytes: 445, requests: 18 },
  { route: '/invitation', kilobytes: 315, requests: 18 },
  { route: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}', kilobytes: 503, requests: 37 },
  { route: '/lab/{-$id}', kilobytes: 430, requests: 25 },
  { route: '/manager-teams-transaction-report', kilobytes: 590, requests: 36 },
  { route: '/money/commissions', kilobytes: 480, requests: 40 },
  { route: '/money/journal', kilobytes: 470, requests: 36 },
  { route: '/money/plans', kilobytes: 480, requests: 40 },
  { route: '/money/settings', kilobytes: 470, requests: 36 },
  { route: '/money/payouts', kilobytes: 470, requests: 36 },
  { route: '/money/refunds', kilobytes: 470, requests: 36 },
  { route: '/bench/lots', kilobytes: 480, requests: 40 },
  { route: '/bench/arrivals', kilobytes: 480, requests: 40 },
  { route: '/bench/arrivals/new', kilobytes: 480, requests: 40 },
  { route: '/bench/batches', kilobytes: 480, requests: 40 },
  { route: '/bench/batches/$id', kilobytes: 480, requests: 40 },
  { route: '/bench/release', kilobytes: 480, requests: 40 },
  { route: '/bench/discard', kilobytes: 480, requests: 40 },
  { route: '/bench/deviations', kilobytes: 480, requests: 40 },
  { route: '/bench/deviations/$id', kilobytes: 480, requests: 40 },
  { route: '/harvest-day', kilobytes: 480, requests: 40 },
  { route: '/money', kilobytes: 600, requests: 40 },
  { route: '/money/overview', kilobytes: 600, requests: 40 },
  { route: '/money/reconciliation', kilobytes: 470, requests: 40 },
  { route: '/money/storage', kilobytes: 480, requests: 40 },
  { route: '/my-commissions', kilobytes: 590, requests: 40 },
  { route: '/my-transaction-report', kilobytes: 590, requests: 36 },
  { route: '/not-me', kilobytes: 315, requests: 17 },
  { route: '/not-there', kilobytes: 228, requests: 11 },
  { route: '/password', kilobytes: 429, requests: 24 },
  { route: '/patient-signed-completed-message', kilobytes: 315, requests: 16 },
  { route: '/patient-signed-completed-message-from-email', kilobytes: 315, requests: 16 },
  { route: '/patients', kilobytes: 503, requests: 37 },
  { route: '/patients-signatures', kilobytes: 439, requests: 27 },
  { route: '/patients/$id', kilobytes: 626, requests: 45 },
  { route: '/profile', kilobytes: 429, requests: 26 },
  { route: '/referral-harvest-center-registration', kilobytes: 315, requests: 17 },
  { route: '/referral-harvest-centers', kilobytes: 430, requests: 25 },
  { route: '/referral-patients', kilobytes: 503, requests: 37 },
  { route: '/request-patients-signatures', kilobytes: 439, requests: 26 },
  { route: '/resource-center', kilobytes: 429, requests: 25 },
  { route: '/rhc-manager', kilobytes: 430, requests: 25 },
  { route: '/sales-distributor-registration', kilobytes: 315, requests: 16 },
  { route: '/sales-manager-registration', kilobytes: 315, requests: 16 },
  { route: '/sales-rep-registration', kilobytes: 315, requests: 16 },
  { route: '/second-factor', kilobytes: 456, requests: 32 },
  { route: '/security', kilobytes: 456, requests: 32 },
  { route: '/security/inspections', kilobytes: 456, requests: 32 },
  { route: '/security/openings', kilobytes: 456, requests: 32 },
  { route: '/security/policy', kilobytes: 456, requests: 32 },
  { route: '/security/privacy', kilobytes: 470, requests: 36 },
  { route: '/security/sessions', kilobytes: 456, requests: 32 },
  { route: '/settings', kilobytes: 429, requests: 25 },
  { route: '/sign-your-document', kilobytes: 318, requests: 31 },
  { route: '/sign/$signingId', kilobytes: 315, requests: 17 },
  { route: '/signed-completed-message', kilobytes: 315, requests: 16 },
  { route: '/staff-view', kilobytes: 431, requests: 28 },
  { route: '/team-transaction-report', kilobytes: 590, requests: 36 },
  { route: '/unauthorized', kilobytes: 247, requests: 14 },
  { route: '/upload-patient-documents', kilobytes: 439, requests: 26 },
  { route: '/verify', kilobytes: 315, requests: 16 },
  { route: '/who-saw-my-record', kilobytes: 456, requests: 32 },
];
