import type * as addresses from './addresses.ts';

export type PagePath = (typeof addresses)[keyof typeof addresses];

/** The path of a page without parameters. */
export type PlainPath = Exclude<PagePath, `${string}$${string}`>;

/** The names in a path: of '/lab/$lab_id/harvest-center/{-$harvestcenter_id}', 'lab_id' and 'harvestcenter_id'. */
export type ParamName<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamName<First> | ParamName<Rest>
  : Path extends `{-$${infer Name}}`
    ? Name
    : Path extends `$${infer Name}`
      ? Name
      : never;

/** The keys of the query that a link to a page can set. */
type SearchKeys = {
  '/dashboard': 'user';
  '/custom-site-registration': 'site';
  '/fedex-requests': 'f.step';
  '/all-transaction-report': 'f.commission' | 'f.dates';
  '/hc-transaction-history': 'f.month';
  '/my-transaction-report': 'f.month' | 'f.product';
  '/team-transaction-report': 'f.month' | 'f.rep';
  '/manager-teams-transaction-report': 'f.month' | 'f.rep' | 'f.manager';
  '/my-commissions': 'f.month';
  '/documents/patients': 'f.pending';
  '/money/commissions': 'f.owed' | 'f.due' | 'f.domain';
  '/money/refunds': 'f.state';
  '/money/journal': 'f.account' | 'f.kind' | 'f.dates' | 'f.domain';
  '/money/reconciliation': 'f.state';
  '/money/storage': 'f.decision';
  '/security/privacy': 'f.due';
  '/inspection': 'sample';
  '/money/payouts': 'run' | 'f.state';
  '/bench': 'lab';
  '/bench/operators': 'lab';
  '/bench/settings': 'lab';
  '/vial/$code': 'lab';
  '/bench/storage': 'lab' | 'fill';
  '/bench/storage/$id': 'lab' | 'fill';
  '/bench/counts': 'lab';
  '/bench/counts/$id': 'lab';
  '/bench/orders': 'lab';
  '/bench/orders/$id': 'lab';
  '/bench/lots': 'lab';
  '/bench/arrivals': 'lab';
  '/bench/arrivals/new': 'lab' | 'kit';
  '/bench/batches': 'lab' | 'arrival' | 'patient';
  '/bench/batches/$id': 'lab';
  '/bench/release': 'lab' | 'vial';
  '/bench/discard': 'lab' | 'vials';
  '/bench/deviations': 'lab' | 'vials';
  '/bench/deviations/$id': 'lab';
  '/dev/kit/forms': 'person';
};

export type SearchKey<Path extends PagePath> = Path extends keyof SearchKeys ? SearchKeys[Path] : never;
