import { insertEndpoint } from '../capabilities/webhooks/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Services } from '../kernel/services.ts';

const OWNER = 'admin@vialkeep.test';
const TYPES = ['vials.added', 'vials.shipped', 'label.made'] as const;

/** A disabled webhook of the main site's administrator; its secret is thrown away, and nothing leaves the demo. */
export async function addWebhook({ store }: Services): Promise<void> {
  const owner = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const cause = { actorId: owner.id, userId: owner.id, sessionId: null, requestId: 'demo-webhook' };
  await store.write(owner.domain_id, cause, async (work) => {
    const { id } = await insertEndpoint(work, {
      domainId: owner.domain_id,
      ownerId: owner.id,
      url: 'https://stock.example.com/vialkeep',
      description: 'Stock keeping',
      types: TYPES,
      isDisabled: true,
    });
    await audit(work, {
      domainId: owner.domain_id,
      action: 'webhooks.create',
      subject: 'webhook_endpoint',
      subjectId: id,
      facts: { owner: owner.id, types: TYPES },
    });
  });
}
