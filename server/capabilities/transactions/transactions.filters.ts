import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { type listTransactions, SEARCHED_FROM } from '@vialkeep/contract/transactions.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type Found, resolveSearch } from './search-transactions.ts';

export type TransactionListQuery = Omit<Received<typeof listTransactions>['query'], 'limit' | 'offset'>;

/** The filters that have stored totals (0032). */
export type Kind = 'all' | 'product' | 'center' | 'referral_center' | 'rep' | 'manager' | 'distributor';

const columns = {
  product: 'product_id',
  center: 'center_id',
  referral_center: 'referral_center_id',
  rep: 'rep_id',
  manager: 'manager_id',
  distributor: 'distributor_id',
} as const satisfies Record<Exclude<Kind, 'all'>, keyof Tables['transactions']>;

export type Filters = {
  readonly kinds: readonly { readonly kind: keyof typeof columns; readonly value: number }[];
  /** The requested site and the site to which the actor is restricted; both where both are given. */
  readonly domainIds: readonly number[];
  readonly patientId: number | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly isPaid: boolean | undefined;
  /** The result of a search; undefined without one. */
  readonly found: Found | undefined;
};

/** The requested filters; the connection's scope restricts the rows as well. */
export async function filtersOf(db: Db, actor: Actor, asked: TransactionListQuery): Promise<Filters> {
  const kinds = {
    product: asked.product_id,
    center: asked.harvest_center_id,
    referral_center: asked.referral_harvest_center_id,
    rep: asked.sales_rep_id,
    manager: asked.sales_manager_id,
    distributor: asked.sales_distributor_id,
  };
  const isSearched = asked.search !== undefined && asked.search.length >= SEARCHED_FROM;
  return {
    // @NOTE Object.entries loses the type of the keys.
    kinds: (Object.entries(kinds) as [keyof typeof columns, number | undefined][]).flatMap(([kind, value]) =>
      whenDefined(value, (id) => ({ kind, value: id })),
    ),
    domainIds: [...whenDefined(asked.domain_id, (id) => id), ...sitesOf(actor)],
    patientId: asked.patient_id,
    from: asked.date_after,
    until: asked.date_before,
    isPaid: asked.commission_paid,
    found: isSearched ? await resolveSearch(db, actor, asked.search ?? '') : undefined,
  };
}

/**
 * The one site of a site's own administrator, which the connection's scope enforces as well; empty for administrators
 * of all sites.
 */
export function sitesOf(actor: Actor): readonly number[] {
  return actor.scope === 'platform' ? [] : [actor.scope];
}

export type TotalsKey = { readonly kind: Kind; readonly value: number };

/**
 * One filter at most, with any days and any one site: the combinations that the stored totals answer without counting.
 */
export function totalsKeyOf({ kinds, patientId, found }: Filters): TotalsKey | null {
  if (kinds.length > 1 || patientId !== undefined || found !== undefined) return null;
  return kinds[0] ?? { kind: 'all', value: 0 };
}

/** The condition of these filters. A range of days includes both of its days. */
export function matchesFilters({ kinds, domainIds, patientId, from, until, isPaid, found }: Filters) {
  return (eb: ExpressionBuilder<Tables, 'transactions'>) =>
    eb.and([
      ...kinds.map(({ kind, value }) => eb(`transactions.${columns[kind]}`, '=', value)),
      ...domainIds.map((id) => eb('transactions.domain_id', '=', id)),
      ...whenDefined(patientId, (value) => eb('transactions.patient_id', '=', value)),
      ...whenDefined(from, (day) => sql<boolean>`transactions.date >= ${day}::date::timestamp at time zone 'UTC'`),
      ...whenDefined(
        until,
        (day) => sql<boolean>`transactions.date < (${day}::date + 1)::timestamp at time zone 'UTC'`,
      ),
      ...whenDefined(isPaid, (value) => eb('transactions.commission_paid', '=', value)),
      ...whenDefined(found, ({ transactionId, people, products, coupon }) =>
        eb.or([
          ...whenDefined(transactionId, (id) => eb('transactions.id', '=', id)),
          ...(people.length === 0 ? [] : named.map((column) => eb(column, '=', anyOf(people)))),
          ...(products.length === 0 ? [] : [eb('transactions.product_id', '=', anyOf(products))]),
          sql<boolean>`transactions.coupon_code <> '' and lower(transactions.coupon_code) like ${coupon}`,
        ]),
      ),
    ]);
}

const named = [
  'transactions.center_id',
  'transactions.referral_center_id',
  'transactions.staff_id',
  'transactions.patient_id',
  'transactions.rep_id',
  'transactions.manager_id',
  'transactions.distributor_id',
] as const;
