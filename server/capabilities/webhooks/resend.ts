import { resendDelivery, resendSince } from '@vialkeep/contract/webhooks.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { queueSending, RESEND_WEBHOOKS } from './queue-sending.ts';
import { requireEndpoint } from './webhooks.queries.ts';

export const resendDeliveryHandler = handle(resendDelivery, async ({ access, db, params, write }) => {
  const endpoint = await requireEndpoint(db, access, params.id);
  if (endpoint.disabled_at !== null) throw refuseBy(resendDelivery, 'endpoint_disabled');
  return write(async (work) => {
    const { id } = orNotFound(
      await work.db
        .updateTable('webhook_deliveries')
        .set({ state: 'waiting', next_at: sql`now()`, tries: 0 })
        .where('id', '=', params.deliveryId)
        .where('endpoint_id', '=', endpoint.id)
        .returning('id')
        .executeTakeFirst(),
    );
    await queueSending(work);
    await audit(work, {
      domainId: endpoint.domain_id,
      action: 'webhooks.resend',
      subject: 'webhook_endpoint',
      subjectId: endpoint.id,
      facts: { owner: endpoint.owner_id, delivery: id },
    });
    return { success: true as const };
  });
});

export const resendSinceHandler = handle(resendSince, async ({ access, body, db, params, write }) => {
  const endpoint = await requireEndpoint(db, access, params.id);
  if (endpoint.disabled_at !== null) throw refuseBy(resendSince, 'endpoint_disabled');
  const since = new Date(body.since).toISOString();
  return write(async (work) => {
    await enqueue(work, RESEND_WEBHOOKS, { endpoint: endpoint.id, since }, `${RESEND_WEBHOOKS} ${endpoint.id}`);
    await audit(work, {
      domainId: endpoint.domain_id,
      action: 'webhooks.resend',
      subject: 'webhook_endpoint',
      subjectId: endpoint.id,
      facts: { owner: endpoint.owner_id, since },
    });
    return { success: true as const };
  });
});
