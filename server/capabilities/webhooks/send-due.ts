import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import type { DueDelivery } from './due-delivery.ts';
import { unsealSigningSecret } from './new-endpoint.ts';
import { SEND_WEBHOOKS } from './queue-sending.ts';
import { recordAttempt } from './record-attempt.ts';
import { buildSignatureHeaders, messageOf, webhookId } from './sign-message.ts';

/** Calls of one process at a time, of which a slow receiver can hold only a few. */
const CALLS_AT_ONCE = 16;
const CALLS_OF_ENDPOINT = 4;
/** Longer than an attempt can take; a delivery of a killed process is due again afterwards. */
const LEASE_SECONDS = 60;
const LOOKED_EVERY_MS = 500;

/** Wakes the sending in this process. Receivers can be slow, so no worker of the queue waits for them. */
export function startSending(services: Services): void {
  services.background.start('send webhooks', (signal) => sendDue(services, signal));
}

export const sendWebhooksJob: Job = {
  name: SEND_WEBHOOKS,
  at: '* * * * *',
  atStart: true,
  run: async (_payload, services) => startSending(services),
};

/** Sends until nothing is under way and nothing is due within the next minute. */
async function sendDue(services: Services, signal: AbortSignal): Promise<void> {
  const underWay = new Map<Promise<void>, number>();
  while (!signal.aborted) {
    for (const delivery of await claimDue(services, underWay)) {
      const sent: Promise<void> = send(services, delivery, signal).finally(() => underWay.delete(sent));
      underWay.set(sent, delivery.endpoint_id);
    }
    if (underWay.size === 0 && !(await isDueSoon(services))) break;
    const pause = sleep(LOOKED_EVERY_MS, undefined, { signal }).catch(() => {});
    await Promise.race([pause, ...underWay.keys()]);
  }
  await Promise.all(underWay.keys());
}

async function claimDue({ store }: Services, underWay: ReadonlyMap<unknown, number>): Promise<DueDelivery[]> {
  const free = CALLS_AT_ONCE - underWay.size;
  if (free <= 0) return [];
  const calls = Map.groupBy(underWay.values(), (id) => id);
  const busy = [...calls].flatMap(([id, of]) => (of.length >= CALLS_OF_ENDPOINT ? [id] : []));
  return store.unaudited('deliveries are claimed for an attempt', async (db) => {
    const { rows } = await sql<DueDelivery>`
      with due as (
          select d.id from webhook_endpoints e
            join users u on u.id = e.owner_id and u.is_active and u.removed_at is null
            cross join lateral (
              select id, next_at from webhook_deliveries
              where endpoint_id = e.id and state = 'waiting' and next_at <= now()
              order by next_at, id limit ${CALLS_OF_ENDPOINT} for update skip locked) d
          where e.disabled_at is null and e.id <> all (${busy}::integer[])
          order by d.next_at, d.id limit ${free}),
        claimed as (
          update webhook_deliveries d set next_at = now() + make_interval(secs => ${LEASE_SECONDS})
          from due where d.id = due.id
          returning d.id, d.endpoint_id, d.domain_id, d.event_id, d.attempts, d.tries)
      select claimed.*, e.owner_id, e.url, e.secret,
        case when e.former_until > now() then e.former_secret end as former_secret, events.type, events.at, events.data
      from claimed join webhook_endpoints e on e.id = claimed.endpoint_id join events on events.id = claimed.event_id
      order by claimed.event_id`.execute(db);
    return rows;
  });
}

async function isDueSoon({ store }: Services): Promise<boolean> {
  return store.unaudited('whether a delivery is due soon', async (db) => {
    const due = await sql`
      select from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.state = 'waiting' and d.next_at < now() + interval '1 minute' and e.disabled_at is null
      limit 1`.execute(db);
    return due.rows.length > 0;
  });
}

async function send(services: Services, delivery: DueDelivery, signal: AbortSignal): Promise<void> {
  try {
    const { dataKey, webhooks } = services;
    const sealed = [delivery.secret, ...(delivery.former_secret === null ? [] : [delivery.former_secret])];
    const secrets = sealed.map((text) => unsealSigningSecret(dataKey, delivery.owner_id, text));
    const id = webhookId(delivery.event_id, delivery.endpoint_id);
    const body = JSON.stringify(messageOf(delivery));
    const started = performance.now();
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Vialkeep-Webhooks/1.0',
      ...buildSignatureHeaders({ id, body, secrets }, new Date()),
    };
    const outcome = await webhooks.post({ url: delivery.url, headers, body }, signal);
    // An attempt that the end of the process has cut off says nothing about the receiver; it is due again soon.
    if (signal.aborted && 'fault' in outcome) return;
    await recordAttempt(services, delivery, outcome, Math.round(performance.now() - started));
  } catch (error) {
    services.log.warn(
      { delivery: delivery.id, error: describeError(error) },
      'an attempt of a webhook was not recorded',
    );
  }
}
