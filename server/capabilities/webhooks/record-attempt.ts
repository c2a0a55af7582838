import { MOST_ATTEMPTS } from '@vialkeep/contract/webhooks.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import type { WebhookOutcome } from '../../ports/webhooks.ts';
import type { DueDelivery } from './due-delivery.ts';
import { secondsUntilNext } from './schedule.ts';

const GONE = 410;
/** An endpoint that has only failed for so long is disabled. */
const FAILING_DAYS = 5;

export async function recordAttempt(
  services: Services,
  delivery: DueDelivery,
  outcome: WebhookOutcome,
  tookMs: number,
): Promise<void> {
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
  const failing = await services.store.unaudited('attempts are a log of their own', (db) =>
    db.transaction().execute(async (transaction) => {
      if (!(await noteAttempt(transaction, delivery, { outcome, tookMs, isDelivered }))) return false;
      return noteHealth(transaction, delivery, isDelivered);
    }),
  );
  if ('status' in outcome && outcome.status === GONE) await disable(services, delivery, 'gone');
  else if (failing) await disable(services, delivery, 'failing');
}

type Attempt = { readonly outcome: WebhookOutcome; readonly tookMs: number; readonly isDelivered: boolean };

/** False where the endpoint was deleted meanwhile, or another process has made this attempt after a lost lease. */
async function noteAttempt(db: Db, delivery: DueDelivery, { outcome, tookMs, isDelivered }: Attempt): Promise<boolean> {
  const number = delivery.attempts + 1;
  const tries = Math.min(delivery.tries + 1, MOST_ATTEMPTS);
  const retryAfter = 'status' in outcome ? outcome.retryAfter : null;
  const wait = isDelivered ? null : secondsUntilNext(tries, retryAfter, Math.random());
  const state = isDelivered ? 'delivered' : wait === null ? 'given_up' : 'waiting';
  const changed = await db
    .updateTable('webhook_deliveries')
    .set({
      attempts: number,
      // One that was sent again meanwhile begins anew.
      tries: sql`case when tries = ${delivery.tries} then ${tries} else tries end`,
      state,
      next_at: wait === null ? null : sql`now() + make_interval(secs => ${wait})`,
    })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempts)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) return false;
  await db
    .insertInto('webhook_attempts')
    .values({
      delivery_id: delivery.id,
      number,
      domain_id: delivery.domain_id,
      status: 'status' in outcome ? outcome.status : null,
      fault: 'fault' in outcome ? outcome.fault : null,
      took_ms: tookMs,
    })
    .execute();
  return true;
}

/** Notes since when the endpoint fails; true where that has lasted too long. */
async function noteHealth(db: Db, { endpoint_id }: DueDelivery, isDelivered: boolean): Promise<boolean> {
  if (isDelivered) {
    await db
      .updateTable('webhook_endpoints')
      .set({ failing_since: null })
      .where('id', '=', endpoint_id)
      .where('failing_since', 'is not', null)
      .execute();
    return false;
  }
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: sql`now()` })
    .where('id', '=', endpoint_id)
    .where('failing_since', 'is', null)
    .execute();
  const failing = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', endpoint_id)
    .where('failing_since', '<', sql<Date>`now() - make_interval(days => ${FAILING_DAYS})`)
    .executeTakeFirst();
  return failing !== undefined;
}

const letters = {
  gone: 'The receiver answered that it is gone (410).',
  failing: `Nothing has arrived there for ${FAILING_DAYS} days.`,
} as const;

/** Disables the endpoint once and writes to its owner. What waits for it stays, and is sent when it is enabled. */
async function disable(
  services: Services,
  { endpoint_id, event_id }: DueDelivery,
  why: 'gone' | 'failing',
): Promise<void> {
  await services.store.write('platform', actorlessContext(`webhook-${event_id}-${endpoint_id}`), async (work) => {
    const endpoint = await work.db
      .selectFrom('webhook_endpoints')
      .innerJoin('users', 'users.id', 'webhook_endpoints.owner_id')
      .select(['webhook_endpoints.domain_id', 'webhook_endpoints.owner_id', 'webhook_endpoints.url', 'users.email'])
      .select('webhook_endpoints.disabled_at')
      .where('webhook_endpoints.id', '=', endpoint_id)
      .forUpdate('webhook_endpoints')
      .executeTakeFirst();
    const home = await services.domains.ofId(endpoint?.domain_id ?? (await services.domains.main()).id);
    const isNew = endpoint !== undefined && endpoint.disabled_at === null;
    if (isNew) {
      await work.db
        .updateTable('webhook_endpoints')
        .set({ disabled_at: sql`now()`, disabled_why: why })
        .where('id', '=', endpoint_id)
        .execute();
      await queueEmail(work, {
        from: home,
        to: { userId: endpoint.owner_id, email: endpoint.email },
        kind: 'webhook-disabled',
        subject: `${home.product}: a webhook was disabled`,
        heading: 'A webhook was disabled',
        paragraphs: [
          `Events are no longer sent to ${new URL(endpoint.url).host}. ${letters[why]}`,
          'Once the receiver works, enable the endpoint: what waits is then sent. Events of the time in between can be sent again for 30 days.',
        ],
        button: { label: 'Open your connections', url: `${home.url}/connections` },
      });
    }
    await audit(work, {
      domainId: home.id,
      action: 'webhooks.disable',
      subject: 'webhook_endpoint',
      subjectId: endpoint_id,
      facts: { why, is_new: isNew },
    });
  });
}
