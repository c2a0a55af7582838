import { sql } from 'kysely';
import { insertKey } from '../capabilities/api-keys/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Services } from '../kernel/services.ts';

const OWNER = 'admin@vialkeep.test';

/** A key of the main site's administrator that a nightly report used; the key itself is thrown away. */
export async function addApiKey({ store }: Services): Promise<void> {
  const owner = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const cause = { actorId: owner.id, userId: owner.id, sessionId: null, requestId: 'demo-api-key' };
  await store.write(owner.domain_id, cause, async (work) => {
    const { id } = await insertKey(work, {
      domainId: owner.domain_id,
      ownerId: owner.id,
      siteId: owner.domain_id,
      name: 'Nightly stock report',
      scopes: ['patients.read', 'vials.read'],
      expiresOn: new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10),
    });
    await audit(work, {
      domainId: owner.domain_id,
      action: 'api_keys.create',
      subject: 'api_key',
      subjectId: id,
      facts: { owner: owner.id, site: owner.domain_id, scopes: ['patients.read', 'vials.read'] },
    });
  });
  await store.unaudited('the use of the demo key', async (db) => {
    await sql`
      insert into api_key_days (api_key_id, day, domain_id, calls, refused)
      select k.id, (now() at time zone 'utc')::date - ago, k.domain_id, 120 + (ago * 37) % 90, case when ago = 9 then 4 else 0 end
      from api_keys k cross join generate_series(1, 24) ago where k.owner_id = ${owner.id}`.execute(db);
    await sql`update api_keys set last_used_at = now() - interval '1 day', last_network = '203.0.113.40'
      where owner_id = ${owner.id}`.execute(db);
  });
}
