import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';

/** The endpoints that the caller sees; an administrator does not see those of a super admin (S-34). */
export function visibleEndpoints(db: Db, access: Access) {
  const { where } = access.listFilter();
  return db
    .selectFrom('webhook_endpoints')
    .innerJoin('users', 'users.id', 'webhook_endpoints.owner_id')
    .where(where)
    .where((eb) => (access.actor.plan === Plan.superAdmin ? eb.lit(true) : eb('users.plan_id', '!=', Plan.superAdmin)));
}

/** Everything about endpoints but their secrets. */
export function endpointRows(db: Db, access: Access) {
  return visibleEndpoints(db, access).select([
    'webhook_endpoints.id',
    'webhook_endpoints.domain_id',
    'webhook_endpoints.owner_id',
    'users.username as owner_name',
    'webhook_endpoints.url',
    'webhook_endpoints.description',
    'webhook_endpoints.types',
    'webhook_endpoints.created_at',
    'webhook_endpoints.disabled_at',
    'webhook_endpoints.disabled_why',
    'webhook_endpoints.failing_since',
    'webhook_endpoints.former_until',
  ]);
}

export type EndpointRow = Awaited<ReturnType<typeof requireEndpoint>>;

/** An endpoint that the caller sees, or 404. */
export async function requireEndpoint(db: Db, access: Access, id: number) {
  const endpoint = orNotFound(await endpointRows(db, access).where('webhook_endpoints.id', '=', id).executeTakeFirst());
  access.authorize({ domainId: endpoint.domain_id, ownerIds: [endpoint.owner_id] });
  return endpoint;
}
