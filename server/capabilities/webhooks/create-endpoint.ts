import { createWebhook, MOST_WEBHOOKS } from '@vialkeep/contract/webhooks.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { insertEndpoint } from './new-endpoint.ts';
import { parseReceiverUrl } from './receiver-url.ts';

export const createWebhookHandler = handle(createWebhook, async ({ access, actor, body, services, write }) => {
  access.authorize(ownRecords(actor));
  const url = parseReceiverUrl(body.url, services.settings);
  if (url === null) throw refuseBy(createWebhook, 'url_refused', { fields: ['url'] });
  return write(async (work) => {
    // The endpoints of one owner are made one after the other, so that their number holds.
    await work.db.selectFrom('users').select('id').where('id', '=', actor.userId).forUpdate().execute();
    const { count } = await work.db
      .selectFrom('webhook_endpoints')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_WEBHOOKS) throw refuseBy(createWebhook, 'too_many_webhooks');
    const made = await insertEndpoint(work, {
      domainId: actor.domainId,
      ownerId: actor.userId,
      url,
      description: body.description,
      types: body.types,
    });
    await audit(work, {
      domainId: actor.domainId,
      action: 'webhooks.create',
      subject: 'webhook_endpoint',
      subjectId: made.id,
      facts: { owner: actor.userId, types: body.types },
    });
    return { success: true as const, ...made };
  });
});
