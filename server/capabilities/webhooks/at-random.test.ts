import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhook } from '@vialkeep/contract/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { announceEvent } from '../../kernel/events.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { Receiver, verifyReceived } from '../../testing/webhooks/receiver.ts';
import { newWorld, type World } from '../../testing/world.ts';

const EVENTS = process.env.LONG ? 5_000 : 200;
const KILLS = process.env.LONG ? 20 : 2;
const EVENTS_OF_WORK = 20;
/** Each kill is followed by a start of several seconds, and a stalling receiver is waited for. */
const TIMEOUT_MS = 300_000 + KILLS * 60_000;
const SETTINGS = { WEBHOOKS_TO_PRIVATE: 'on' };

let world: World;
let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  world = await newWorld(SETTINGS);
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-webhooks-'));
  receiver = await Receiver.start();
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Fails, breaks off and stalls at random. */
function answerAtRandom(): { readonly delivered: ReadonlySet<string> } {
  const delivered = new Set<string>();
  let stalls = EVENTS / 100;
  receiver.answer = ({ id }, response) => {
    const chance = Math.random();
    if (chance < 0.1) response.writeHead(500).end();
    else if (chance < 0.15) response.writeHead(429, { 'retry-after': '1' }).end();
    else if (chance < 0.2) response.destroy();
    else if (chance < 0.25 && stalls > 0) stalls -= 1;
    else {
      delivered.add(id);
      response.writeHead(200).end('ok');
    }
  };
  return { delivered };
}

async function announceSome(first: number): Promise<void> {
  await world.app.services.store.write('platform', actorlessContext('test'), async (work) => {
    for (let user_id = first; user_id < first + EVENTS_OF_WORK; user_id += 1) {
      announceEvent(work, { domainId: 1, type: 'account.created', data: { user_id, plan: 2 } });
    }
    await audit(work, { domainId: 1, action: 'test.note', subject: 'domain', subjectId: first });
  });
}

/** Waits of minutes and hours pass at once; a lease of a living server is left alone. */
const passTime = () =>
  world.sql(
    "update webhook_deliveries set next_at = now() where state = 'waiting' and attempts > 0 and next_at > now() + interval '61 seconds'",
  );

test('every event reaches a receiver that fails at random from a server that is killed, under one id', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { id, secret } = await world.call(await world.as('admin'), createWebhook, {
    body: { url: receiver.url, types: ['account.created'] },
  });
  const { delivered } = answerAtRandom();
  const progress = async () =>
    (
      await world.sql<{ done: number; made: number }>(
        "select count(*) filter (where state = 'delivered')::int as done, count(*)::int as made from webhook_deliveries where endpoint_id = $1",
        [id],
      )
    )[0] ?? { done: 0, made: 0 };
  let server = await KillableServer.start(world.name, folder, SETTINGS);
  let announced = 0;
  let kills = 0;
  for (;;) {
    if (announced < EVENTS) {
      await announceSome(1_000_000 + announced);
      announced += EVENTS_OF_WORK;
    }
    await passTime();
    const { done } = await progress();
    if (done >= EVENTS) break;
    if (kills < KILLS && receiver.received.length > ((kills + 1) * EVENTS) / (KILLS + 2)) {
      await server.kill9();
      kills += 1;
      // The leases of the killed server end.
      await world.sql("update webhook_deliveries set next_at = now() where state = 'waiting' and next_at > now()");
      server = await KillableServer.start(world.name, folder, SETTINGS);
    }
    await sleep(50);
  }
  await server.kill9();

  expect(kills).toBe(KILLS);
  const stored = await world.sql<{ id: string; user: number }>(
    "select 'evt_' || id || '_' || $1 as id, subject_id as user from events where subject_id >= 1000000 order by id",
    [id],
  );
  expect(stored).toHaveLength(EVENTS);
  expect(stored.filter((event) => !delivered.has(event.id))).toEqual([]);
  const users = new Map(stored.map((event) => [event.id, event.user]));
  const bodies = new Map<string, string>();
  for (const received of receiver.received) {
    expect(verifyReceived(secret, received)).toMatchObject({
      type: 'account.created',
      data: { user_id: users.get(received.id), plan: 2 },
    });
    expect(received.body).toBe(bodies.get(received.id) ?? received.body);
    bodies.set(received.id, received.body);
  }
  expect((await progress()).made).toBe(EVENTS);
  process.stdout.write(`${EVENTS} events, ${KILLS} kills, ${receiver.received.length} attempts received\n`);
});
