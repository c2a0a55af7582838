import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import pg from 'pg';

/** What a connection may see: every site, or one. */
export type Scope = 'platform' | DomainId;

// Counts and sums fit a number; a day stays the text it is, without a time zone to shift it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type ScopedPool = {
  take(scope: Scope): Promise<pg.PoolClient>;
  close(): Promise<void>;
};

export type PoolOptions = { url: string; size: number; onError(error: Error): void };

/**
 * Connections that remember the scope they were last given, so that choosing it costs a round trip only when it
 * changes. Platform and site work have pools of their own because they alternate in nearly every request.
 */
export function openPool({ url, size, onError }: PoolOptions): ScopedPool {
  const open = () =>
    new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
    }).on('error', onError);
  const platform = open();
  const site = open();
  const scopes = new WeakMap<pg.PoolClient, Scope>();

  return {
    async take(scope) {
      const client = await (scope === 'platform' ? platform : site).connect();
      if (scopes.get(client) === scope) return client;
      try {
        await client.query(statementFor(scope));
        scopes.set(client, scope);
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async close() {
      await Promise.all([platform.end(), site.end()]);
    },
  };
}

function statementFor(scope: Scope): string {
  if (scope === 'platform') return 'set role vialkeep_platform';
  if (!Number.isSafeInteger(scope)) throw new TypeError('A scope is a domain id.');
  return `set role vialkeep_tenant; set app.domain = '${scope}'`;
}
