import { type ApiKey, type ApiKeyState, KeyScope, listApiKeys } from '@vialkeep/contract/api-keys.ts';
import { ApiKeyId, DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type KeyRow, keyRows, visibleKeys } from './api-keys.queries.ts';
import { grantableScopes } from './rights-of-keys.ts';

const DAYS_SHOWN = 30;

export const listApiKeysHandler = handle(listApiKeys, async ({ access, actor, db, query, services }) => {
  const [rows, { count }, sites] = await Promise.all([
    keyRows(db, access).orderBy('api_keys.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    visibleKeys(db, access)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    services.domains.all(),
  ]);
  const days = await daysOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    count,
    results: rows.map((row) => presentKey(row, actor, sites, days.get(row.id) ?? [])),
    scopes: grantableScopes(services.permissions, actor),
    domains: sites
      .filter(({ id }) => actor.scope === 'platform' || actor.scope === id)
      .map(({ id, name }) => ({ id, name })),
    calls_per_minute: services.settings.apiCallsPerMinute,
  };
});

type Day = { readonly day: string; readonly calls: number; readonly refused: number };

async function daysOf(db: Db, ids: readonly number[]): Promise<Map<number, Day[]>> {
  const rows = await db
    .selectFrom('api_key_days')
    .select(['api_key_id', 'day', 'calls', 'refused'])
    .where(sql<boolean>`api_key_id = any(${ids}::integer[])`)
    .where('day', '>', sql<string>`(now() at time zone 'utc')::date - ${DAYS_SHOWN}::integer`)
    .orderBy('day')
    .execute();
  const days = Map.groupBy(rows, ({ api_key_id }) => api_key_id);
  return new Map(
    [...days].map(([id, of]) => [id, of.map(({ day, calls, refused }) => ({ day, calls, refused }))] as const),
  );
}

function presentKey(row: KeyRow, actor: Actor, sites: readonly Domain[], days: Day[]): z.input<typeof ApiKey> {
  const state = stateOf(row);
  const isWorking = state === 'active' || state === 'replaced';
  return {
    id: ApiKeyId.parse(row.id),
    name: row.name,
    prefix: `vk_${row.prefix}`,
    scopes: row.scopes.map((scope) => KeyScope.parse(scope)),
    domain: { id: DomainId.parse(row.site_id), name: sites.find(({ id }) => id === row.site_id)?.name ?? '' },
    owner: { id: UserId.parse(row.owner_id), name: row.owner_name },
    state,
    created_at: row.created_at.toISOString(),
    expires_on: row.expires_on,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_network: row.last_network,
    dies_at: row.dies_at?.toISOString() ?? null,
    days,
    may: [
      ...(state === 'active' && row.owner_id === actor.userId ? (['replace'] as const) : []),
      ...(isWorking ? (['revoke'] as const) : []),
    ],
  };
}

function stateOf({ revoked_at, is_working, replaced_by }: KeyRow): ApiKeyState {
  if (revoked_at !== null) return 'revoked';
  if (!is_working) return 'ended';
  return replaced_by === null ? 'active' : 'replaced';
}
