import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { accountsById } from '../accounts/index.ts';

/**
 * Transactions with the names of their product and site, newest first. The users that they name are read separately.
 */
export function selectTransactions(db: Db) {
  return db
    .selectFrom('transactions')
    .innerJoin('products', 'products.id', 'transactions.product_id')
    .innerJoin('domains', 'domains.id', 'transactions.domain_id')
    .select([
      'transactions.id',
      'transactions.date',
      'transactions.product_id',
      'transactions.quantity',
      'transactions.amount_cents',
      'transactions.coupon_code',
      'transactions.discount_cents',
      'transactions.center_id',
      'transactions.referral_center_id',
      'transactions.staff_id',
      'transactions.patient_id',
      'transactions.rep_id',
      'transactions.manager_id',
      'transactions.distributor_id',
      'transactions.commission_paid',
      'transactions.gateway_id',
      'products.name as product_name',
      'domains.name as domain_name',
    ])
    .orderBy('transactions.date', 'desc')
    .orderBy('transactions.id', 'desc');
}

type Rows<Q> = Q extends SelectQueryBuilder<Tables, infer _T, infer Row> ? Row : never;
export type SoldRow = Rows<ReturnType<typeof selectTransactions>>;

export type NamedPerson = {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly company: string;
  readonly email: string;
  readonly date_joined: Date;
};

export type Names = ReadonlyMap<number, NamedPerson>;

/** All users that these transactions name. */
export function peopleIn(rows: readonly SoldRow[]): number[] {
  const ids = new Set<number>();
  for (const row of rows) {
    for (const id of [
      row.center_id,
      row.referral_center_id,
      row.staff_id,
      row.patient_id,
      row.rep_id,
      row.manager_id,
      row.distributor_id,
    ]) {
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

export async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, NamedPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await accountsById(db, ids)
    .select(['id', 'first_name', 'last_name', 'username', 'company', 'email', 'date_joined'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
