import { keyHolders } from '@vialkeep/contract/api-keys.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { PlanId } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { seesEverySite } from '../../kernel/session/actor.ts';
import { RESEND_WEBHOOKS } from './queue-sending.ts';
import { startSending } from './send-due.ts';
import { type EventReader, type EventRow, filterVisible } from './visible-events.ts';

const EVENTS_AT_ONCE = 500;
/** While the fan-out waits for its turn, new events wait behind it. */
const LONGEST_TURN_WAIT = '1s';

/** Makes the deliveries of new events: for each endpoint, those that its owner may see now and that it asked for. */
export const fanOutJob: Job = {
  name: 'fan-out',
  // The next event queues it as well; this is for one whose transaction took longer than the turn is waited for.
  at: '* * * * *',
  atStart: true,
  async run(_payload, services) {
    const { store } = services;
    const last = await store.unaudited('the last event that can be fanned out', findLastEvent);
    for (;;) {
      const isDone = await store.unaudited('deliveries of new events', (db) =>
        db.transaction().execute((transaction) => fanOut(transaction, services, last)),
      );
      if (isDone) break;
    }
    startSending(services);
  },
};

/** The last event; no event with a smaller number can still come. */
async function findLastEvent(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${LONGEST_TURN_WAIT}, true)`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended('events', 0))`.execute(transaction);
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::bigint as last from events`.execute(
      transaction,
    );
    return rows[0]?.last ?? 0;
  });
}

/** The next events in one transaction; true when none is left. The row lock makes concurrent runs wait. */
async function fanOut(db: Db, services: Services, last: number): Promise<boolean> {
  const { fanned_out } = await db
    .selectFrom('event_progress')
    .select('fanned_out')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (fanned_out >= last) return true;
  const endpoints = await listEndpoints(db, services, null);
  const events = endpoints.length === 0 ? [] : await eventsBetween(db, fanned_out, last);
  const isLast = events.length < EVENTS_AT_ONCE;
  await insertDeliveries(db, endpoints, events);
  const to = isLast ? last : (events.at(-1)?.id ?? last);
  await db.updateTable('event_progress').set({ fanned_out: to }).execute();
  return isLast;
}

function eventsBetween(db: Db, after: number, last: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(['id', 'domain_id', 'at', 'type', 'subject', 'subject_id', 'patient_id', 'center_id', 'data'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(EVENTS_AT_ONCE)
    .execute();
}

type Endpoint = {
  readonly id: number;
  readonly domainId: number;
  readonly types: readonly string[];
  readonly since: Date;
  readonly owner: EventReader;
};

/** Enabled endpoints of accounts that may still have them. */
async function listEndpoints(db: Db, { domains }: Services, only: number | null): Promise<Endpoint[]> {
  const main = await domains.main();
  const rows = await db
    .selectFrom('webhook_endpoints')
    .innerJoin('users', 'users.id', 'webhook_endpoints.owner_id')
    .select([
      'webhook_endpoints.id',
      'webhook_endpoints.domain_id',
      'webhook_endpoints.types',
      'webhook_endpoints.created_at',
      'users.id as owner_id',
      'users.plan_id',
      'users.domain_id as owner_domain',
    ])
    .where('webhook_endpoints.disabled_at', 'is', null)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .where(sql<boolean>`users.plan_id = any(${[...keyHolders]}::integer[])`)
    .$if(only !== null, (some) => some.where('webhook_endpoints.id', '=', only))
    .execute();
  return rows.map((row) => {
    const [plan, domainId] = [PlanId.parse(row.plan_id), DomainId.parse(row.owner_domain)];
    const scope = seesEverySite(plan, domainId === main.id) ? ('platform' as const) : domainId;
    return {
      id: row.id,
      domainId: row.domain_id,
      types: row.types,
      since: row.created_at,
      owner: { plan, userId: row.owner_id, domainId, scope },
    };
  });
}

async function insertDeliveries(db: Db, endpoints: readonly Endpoint[], events: readonly EventRow[]): Promise<void> {
  for (const [, ofOwner] of Map.groupBy(endpoints, ({ owner }) => owner.userId)) {
    const [first] = ofOwner;
    if (!first) continue;
    const isAsked = (event: EventRow) => ofOwner.some((endpoint) => asksFor(endpoint, event));
    const asked = events.filter(isAsked);
    const tests = asked.filter(({ type }) => type === 'webhook.test');
    const seen = await filterVisible(
      db,
      first.owner,
      asked.filter(({ type }) => type !== 'webhook.test'),
    );
    for (const endpoint of ofOwner) {
      const mine = [...tests, ...seen].filter((event) => asksFor(endpoint, event));
      if (mine.length === 0) continue;
      // What was given up is taken up again; what has arrived or waits stays as it is.
      await sql`
        insert into webhook_deliveries (endpoint_id, domain_id, event_id)
        select ${endpoint.id}, ${endpoint.domainId}, id from unnest(${mine.map(({ id }) => id)}::bigint[]) id
        order by id
        on conflict (event_id, endpoint_id) do update set state = 'waiting', next_at = now(), tries = 0
          where webhook_deliveries.state = 'given_up'`.execute(db);
    }
  }
}

/** What happened before an endpoint was made is not for it, unless it is asked for. */
function asksFor({ id, types, since }: Endpoint, { type, subject_id, at }: EventRow): boolean {
  if (type === 'webhook.test') return subject_id === id;
  return types.includes(type) && at >= since;
}

const Resend = z.object({ endpoint: z.number().int(), since: z.iso.datetime() });

/** Sends to one endpoint what has not arrived since a time, from the events that its owner may see now. */
export const resendWebhooksJob: Job = {
  name: RESEND_WEBHOOKS,
  async run(payload, services) {
    const { endpoint, since } = Resend.parse(payload);
    await services.store.unaudited('deliveries of past events', async (db) => {
      const found = await listEndpoints(db, services, endpoint);
      const endpoints = found.map((one) => ({ ...one, since: new Date(since) }));
      const { fanned_out } = await db.selectFrom('event_progress').select('fanned_out').executeTakeFirstOrThrow();
      const { rows } = await sql<{ before: number }>`
        select coalesce(min(id), 0)::bigint - 1 as before from events
        where at >= greatest(${since}::timestamptz, now() - interval '30 days')`.execute(db);
      for (let after = Math.max(0, rows[0]?.before ?? 0); endpoints.length > 0; ) {
        const events = await eventsBetween(db, after, fanned_out);
        await insertDeliveries(db, endpoints, events);
        const next = events.at(-1);
        if (!next || events.length < EVENTS_AT_ONCE) break;
        after = next.id;
      }
    });
    startSending(services);
  },
};
