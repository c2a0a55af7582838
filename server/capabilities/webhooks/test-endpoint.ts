import { testWebhook } from '@vialkeep/contract/webhooks.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { announceEvent } from '../../kernel/events.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireEndpoint } from './webhooks.queries.ts';

export const testWebhookHandler = handle(testWebhook, async ({ access, db, params, write }) => {
  const endpoint = await requireEndpoint(db, access, params.id);
  if (endpoint.disabled_at !== null) throw refuseBy(testWebhook, 'endpoint_disabled');
  return write(async (work) => {
    announceEvent(work, { domainId: endpoint.domain_id, type: 'webhook.test', data: { endpoint_id: endpoint.id } });
    await audit(work, {
      domainId: endpoint.domain_id,
      action: 'webhooks.test',
      subject: 'webhook_endpoint',
      subjectId: endpoint.id,
      facts: { owner: endpoint.owner_id },
    });
    return { success: true as const };
  });
});
