import { type KeyScope, keyHolders } from '@vialkeep/contract/api-keys.ts';
import type { ApiKeyId, DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Domain } from '../domains.ts';
import { secretHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { type Actor, seesEverySite } from './actor.ts';
import { beginGraceAtFirstCall, DUTIES, type IdentifiedRow, identificationOf } from './find-actor.ts';

type Row = IdentifiedRow & {
  key_id: ApiKeyId;
  scopes: KeyScope[];
  site_id: DomainId;
  user_id: UserId;
};

// Read at every call, so that a revoked key, a closed account and a lost right count at once.
const WORKING_KEY = `
  select k.id as key_id, k.scopes, k.site_id, k.owner_id as user_id, u.domain_id, u.plan_id, u.tags,
    u.check_agreement is not null as agreed, u.must_change_password,
    'login' as kind, 1 as level, false as is_locked, 0 as idle_seconds, 2147483647 as proved_seconds_ago,
    false as proved_once, ${DUTIES}
  from api_keys k join users u on u.id = k.owner_id left join identity_policies p on p.domain_id = u.domain_id
  where k.hash = $1 and k.revoked_at is null and (k.dies_at is null or k.dies_at > now())
    and k.expires_on >= (now() at time zone 'utc')::date and u.is_active and u.removed_at is null`;

/** The owner of an API key, as this key may act on this host: on one site, never on all; null for a key that ended. */
export async function findKeyActor(services: Services, site: Domain, secret: string): Promise<Actor | null> {
  const { store, settings, domains } = services;
  const [row] = await store.query<Row>('platform', WORKING_KEY, [secretHash(secret)]);
  if (!row || !keyHolders.includes(row.plan_id)) return null;
  if (row.site_id !== site.id && !site.isMain) return null;
  if (row.site_id !== row.domain_id && !seesEverySite(row.plan_id, (await domains.ofId(row.domain_id)).isMain)) {
    return null;
  }
  const identity = identificationOf(settings, row);
  await beginGraceAtFirstCall(services, row, identity);
  return {
    userId: row.user_id,
    plan: row.plan_id,
    domainId: row.site_id,
    tags: row.tags,
    agreed: row.agreed,
    mustChangePassword: row.must_change_password,
    sessionId: null,
    key: { id: row.key_id, scopes: row.scopes },
    acting: null,
    identity,
    scope: row.site_id,
  };
}
