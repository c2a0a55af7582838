import { EventType } from '@vialkeep/contract/events.ts';
import { WebhookDeliveryId } from '@vialkeep/contract/kernel/ids.ts';
import { DeliveryState, listDeliveries } from '@vialkeep/contract/webhooks.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { countListed } from '../../kernel/db/count-listed.ts';
import { handle } from '../../kernel/http/handle.ts';
import { webhookId } from './sign-message.ts';
import { requireEndpoint } from './webhooks.queries.ts';

/** A delivery that was sent again by hand can have more. */
const ATTEMPTS_SHOWN = 20;

export const listDeliveriesHandler = handle(listDeliveries, async ({ access, db, params, query }) => {
  const endpoint = await requireEndpoint(db, access, params.id);
  const all = db.selectFrom('webhook_deliveries').where('webhook_deliveries.endpoint_id', '=', endpoint.id);
  const [rows, count] = await Promise.all([
    all
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
      .select([
        'webhook_deliveries.id',
        'webhook_deliveries.event_id',
        'events.type',
        'webhook_deliveries.state',
        'webhook_deliveries.created_at',
        'webhook_deliveries.next_at',
      ])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('webhook_attempts')
            .select(['number', 'status', 'fault', 'took_ms'])
            .select(sql<string>`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('at'))
            .whereRef('webhook_attempts.delivery_id', '=', 'webhook_deliveries.id')
            .orderBy('number', 'desc')
            .limit(ATTEMPTS_SHOWN),
        ).as('attempts'),
      )
      .orderBy('webhook_deliveries.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    countListed(db, all.select('webhook_deliveries.id')),
  ]);
  return {
    count,
    results: rows.map(({ event_id, ...row }) => ({
      ...row,
      id: WebhookDeliveryId.parse(row.id),
      webhook_id: webhookId(event_id, endpoint.id),
      type: EventType.parse(row.type),
      state: DeliveryState.parse(row.state),
      created_at: row.created_at.toISOString(),
      next_at: row.next_at?.toISOString() ?? null,
    })),
  };
});
