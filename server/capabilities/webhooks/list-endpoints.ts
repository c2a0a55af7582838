import { UserId, WebhookEndpointId } from '@vialkeep/contract/kernel/ids.ts';
import { ChosenEventType, listWebhooks, type WebhookEndpoint, WebhookState } from '@vialkeep/contract/webhooks.ts';
import type { z } from 'zod';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type EndpointRow, endpointRows, visibleEndpoints } from './webhooks.queries.ts';

export const listWebhooksHandler = handle(listWebhooks, async ({ access, actor, db, query }) => {
  const [rows, { count }] = await Promise.all([
    endpointRows(db, access).orderBy('webhook_endpoints.id', 'desc').limit(query.limit).offset(query.offset).execute(),
    visibleEndpoints(db, access)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { count, results: rows.map((row) => presentEndpoint(row, actor)) };
});

function presentEndpoint(row: EndpointRow, actor: Actor): z.input<typeof WebhookEndpoint> {
  const isOwn = row.owner_id === actor.userId;
  const isEnabled = row.disabled_at === null;
  return {
    id: WebhookEndpointId.parse(row.id),
    url: row.url,
    description: row.description,
    types: row.types.map((type) => ChosenEventType.parse(type)),
    owner: { id: UserId.parse(row.owner_id), name: row.owner_name },
    state: isEnabled ? 'enabled' : stateWhen(row.disabled_why),
    created_at: row.created_at.toISOString(),
    failing_since: row.failing_since?.toISOString() ?? null,
    former_until: row.former_until && row.former_until > new Date() ? row.former_until.toISOString() : null,
    may: [
      'change',
      ...(isEnabled ? (['test'] as const) : []),
      ...(isOwn ? (['replace_secret'] as const) : []),
      'delete',
    ],
  };
}

function stateWhen(why: string | null): WebhookState {
  return why === 'owner' ? 'disabled' : WebhookState.parse(why);
}
