import { CompiledQuery } from 'kysely';
import type { Store } from '../kernel/db/db.ts';
import type { Scope } from '../kernel/db/scope.ts';

/** Runs SQL with the rights of the server within a scope, also a statement that it must not be able to run. */
export async function queryAs<Row extends object>(
  store: Store,
  scope: Scope,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await store.readSlowly(scope).executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
