import { WebhookEndpointId } from '@vialkeep/contract/kernel/ids.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import {
  deleteWebhook,
  FORMER_SECRET_HOURS,
  replaceWebhookSecret,
  updateWebhook,
} from '@vialkeep/contract/webhooks.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { newSigningSecret, sealSigningSecret } from './new-endpoint.ts';
import { queueSending } from './queue-sending.ts';
import { parseReceiverUrl } from './receiver-url.ts';
import { requireEndpoint } from './webhooks.queries.ts';

/** Only the owner chooses what is sent where: it is what the owner may see. Others may disable and enable. */
export const updateWebhookHandler = handle(
  updateWebhook,
  async ({ access, actor, body, db, params, proof, services, write }) => {
    const endpoint = await requireEndpoint(db, access, params.id);
    const { enabled, ...columns } = columnsOf(body, services.settings);
    if (Object.keys(columns).length > 0) orNotFound(endpoint.owner_id === actor.userId ? endpoint : null);
    // Another address receives all that a new endpoint would.
    if (body.url !== undefined) await proof.requirePerson();
    return write(async (work) => {
      await work.db
        .updateTable('webhook_endpoints')
        .set({
          // A statement needs at least one column.
          url: sql<string>`url`,
          ...columns,
          ...(enabled === true ? { disabled_at: null, disabled_why: null, failing_since: null } : {}),
          ...(enabled === false
            ? {
                disabled_at: sql<Date>`coalesce(disabled_at, now())`,
                disabled_why: sql<string>`coalesce(disabled_why, 'owner')`,
              }
            : {}),
        })
        .where('id', '=', endpoint.id)
        .execute();
      if (enabled === true) await queueSending(work);
      await audit(work, {
        domainId: endpoint.domain_id,
        action: 'webhooks.change',
        subject: 'webhook_endpoint',
        subjectId: endpoint.id,
        facts: {
          owner: endpoint.owner_id,
          fields: Object.keys(columns),
          ...(enabled === undefined ? {} : { enabled }),
        },
      });
      return { success: true as const };
    });
  },
);

function columnsOf({ url, ...rest }: Received<typeof updateWebhook>['body'], settings: Settings) {
  if (url === undefined) return rest;
  const checked = parseReceiverUrl(url, settings);
  if (checked === null) throw refuseBy(updateWebhook, 'url_refused', { fields: ['url'] });
  return { ...rest, url: checked };
}

export const deleteWebhookHandler = handle(deleteWebhook, async ({ access, db, params, write }) => {
  const endpoint = await requireEndpoint(db, access, params.id);
  return write(async (work) => {
    await work.db.deleteFrom('webhook_endpoints').where('id', '=', endpoint.id).execute();
    await audit(work, {
      domainId: endpoint.domain_id,
      action: 'webhooks.delete',
      subject: 'webhook_endpoint',
      subjectId: endpoint.id,
      facts: { owner: endpoint.owner_id },
    });
    return { success: true as const };
  });
});

export const replaceWebhookSecretHandler = handle(
  replaceWebhookSecret,
  async ({ access, actor, db, params, write }) => {
    const endpoint = await requireEndpoint(db, access, params.id);
    orNotFound(endpoint.owner_id === actor.userId ? endpoint : null);
    const secret = newSigningSecret();
    return write(async (work) => {
      await work.db
        .updateTable('webhook_endpoints')
        .set({
          secret: sealSigningSecret(work.dataKey, endpoint.owner_id, secret),
          former_secret: sql`secret`,
          former_until: sql`now() + make_interval(hours => ${FORMER_SECRET_HOURS})`,
        })
        .where('id', '=', endpoint.id)
        .execute();
      await audit(work, {
        domainId: endpoint.domain_id,
        action: 'webhooks.replace_secret',
        subject: 'webhook_endpoint',
        subjectId: endpoint.id,
        facts: { owner: endpoint.owner_id },
      });
      return { success: true as const, id: WebhookEndpointId.parse(endpoint.id), secret };
    });
  },
);
