import { EventBody } from '@vialkeep/contract/events.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { addVialEntry, editVialEntry } from '@vialkeep/contract/vials.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listEvents,
  listWebhooks,
  replaceWebhookSecret,
  resendDelivery,
  resendSince,
  testWebhook,
  updateWebhook,
} from '@vialkeep/contract/webhooks.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldEvents } from '../../kernel/audit/delete-old-events.ts';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { accept, Receiver, verifyReceived } from '../../testing/webhooks/receiver.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { deleteOldDeliveries } from './delete-old-deliveries.ts';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await newWorld({ WEBHOOKS_TO_PRIVATE: 'on' });
});
// A receiver of its own, so that no test counts what an earlier one still had under way.
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await world.sql("update webhook_endpoints set disabled_at = now(), disabled_why = 'owner' where disabled_at is null");
  await receiver.stop();
});
afterAll(() => world.close());

const today = new Date().toISOString().slice(0, 10);

async function newEndpoint(owner: Caller, types: readonly string[] = ['vials.added', 'vials.corrected']) {
  const { id, secret } = await world.call(owner, createWebhook, { body: { url: receiver.url, types } });
  return { id, secret };
}

/** Adds vials and returns the number of the entry. */
async function addVials(by: Caller, patient: number, quantity = 3): Promise<number> {
  await world.call(by, addVialEntry, { body: { type: 'added', date: today, quantity, user: patient } });
  const [entry] = await world.sql<{ id: number }>('select max(id) as id from vial_entries where patient_id = $1', [
    patient,
  ]);
  return entry?.id ?? 0;
}

/** Runs the jobs, and the sending until these have arrived. */
async function arrived(count: number): Promise<void> {
  await world.letters();
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);
}

async function deliveriesOf(owner: Caller, id: number): Promise<Answer<typeof listDeliveries>> {
  return world.call(owner, listDeliveries, { params: { id } });
}

/** Makes every waiting attempt due, as if the time had passed. */
async function passTime(): Promise<void> {
  await world.sql("update webhook_deliveries set next_at = now() where state = 'waiting'");
  await world.sql("select enqueue('send-webhooks', '{}', 'send-webhooks')");
}

describe('Webhooks', () => {
  test('an event arrives with a signature of the secret that was shown once', async () => {
    const admin = await world.as('admin');
    const { id, secret } = await newEndpoint(admin);
    const patient = await newPatient(world);
    const entry = await addVials(admin, patient);
    await world.call(admin, editVialEntry, { params: { id: entry }, body: { quantity: 2 } });
    await arrived(2);
    const [added, corrected] = receiver.received.toSorted((one, other) => one.id.localeCompare(other.id));
    if (!added || !corrected) throw new Error('Nothing has arrived.');
    expect(verifyReceived(secret, added)).toEqual(JSON.parse(added.body));
    expect(EventBody.parse(JSON.parse(added.body))).toMatchObject({
      type: 'vials.added',
      data: { entry_id: entry, patient_id: patient, quantity: 3, date: today },
    });
    expect(JSON.parse(corrected.body).data).toMatchObject({ quantity: 2, quantity_before: 3, entry: 'added' });
    expect(() => verifyReceived(`whsec_${Buffer.alloc(32).toString('base64')}`, added)).toThrow(
      'No matching signature found',
    );
    await expect.poll(async () => (await deliveriesOf(admin, id)).results[0]?.state).toBe('delivered');
    const { results } = await deliveriesOf(admin, id);
    expect(results.map(({ webhook_id }) => webhook_id).toSorted()).toEqual([added.id, corrected.id].toSorted());
    expect(results[0]?.attempts).toMatchObject([{ number: 1, status: 204, fault: null }]);
    expect(JSON.stringify(await world.call(admin, listWebhooks))).not.toContain(secret.slice(6));
  });

  test('an owner gets the events of those whom they see, and no others', async () => {
    const admin = await world.as('admin');
    const center = await world.as('hc');
    const lab = await world.as('lab');
    const north = await world.as('hc@north.test', 'north.localhost');
    const ids = await Promise.all([center, lab, north].map(async (owner) => (await newEndpoint(owner)).id));
    const [own] = await world.sql<{ id: number }>(
      `select subject_id as id from active_relations join users on users.id = subject_id
       where object_id = $1 and kind = 'center' and plan_id = 2 limit 1`,
      [center.user.id],
    );
    const other = await newPatient(world);
    const seen = await addVials(admin, own?.id ?? 0);
    const unseen = await addVials(admin, other);
    await arrived(1);
    const entriesOf = async (id: number | undefined) => {
      const rows = await world.sql<{ entry: number }>(
        `select subject_id as entry from webhook_deliveries join events on events.id = event_id where endpoint_id = $1`,
        [id],
      );
      return rows.map(({ entry }) => entry);
    };
    expect(await entriesOf(ids[0])).toEqual([seen]);
    // The patient is the lab's, and of no center.
    expect(await entriesOf(ids[1])).toContain(unseen);
    expect(await entriesOf(ids[2])).toEqual([]);
  });

  test('a test event reaches only its endpoint, and a disabled one refuses it', async () => {
    const admin = await world.as('admin');
    const { id, secret } = await newEndpoint(admin);
    const other = await newEndpoint(admin);
    await world.call(admin, testWebhook, { params: { id } });
    await arrived(1);
    expect(receiver.received.map((received) => verifyReceived(secret, received))).toMatchObject([
      { type: 'webhook.test', data: { endpoint_id: id } },
    ]);
    expect((await deliveriesOf(admin, other.id)).count).toBe(0);
    await world.call(admin, updateWebhook, { params: { id }, body: { enabled: false } });
    expect(await world.refusalOf(admin, testWebhook, { params: { id } })).toEqual({
      status: 409,
      reason: 'endpoint_disabled',
    });
  });

  test('a failed delivery keeps its id at every attempt and is given up after ten, until it is sent again', async () => {
    const admin = await world.as('admin');
    const { id } = await newEndpoint(admin);
    receiver.answer = (_received, response) => void response.writeHead(500).end();
    await addVials(admin, await newPatient(world));
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await arrived(attempt);
      await expect.poll(async () => (await deliveriesOf(admin, id)).results[0]?.attempts.length).toBe(attempt);
      await passTime();
    }
    const [delivery] = (await deliveriesOf(admin, id)).results;
    expect(delivery).toMatchObject({ state: 'given_up', next_at: null });
    expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1);
    receiver.answer = accept;
    await world.call(admin, resendDelivery, { params: { id, deliveryId: delivery?.id } });
    await arrived(11);
    await expect.poll(async () => (await deliveriesOf(admin, id)).results[0]?.state).toBe('delivered');
  });

  test('after a replacement both secrets sign for a day', async () => {
    const admin = await world.as('admin');
    const { id, secret } = await newEndpoint(admin);
    const { secret: next } = await world.call(admin, replaceWebhookSecret, { params: { id } });
    await world.call(admin, testWebhook, { params: { id } });
    await arrived(1);
    for (const one of [secret, next]) verifyReceived(one, receiver.received[0] ?? fail());
    await world.sql('update webhook_endpoints set former_until = now() where id = $1', [id]);
    await world.call(admin, testWebhook, { params: { id } });
    await arrived(2);
    verifyReceived(next, receiver.received[1] ?? fail());
    expect(() => verifyReceived(secret, receiver.received[1] ?? fail())).toThrow('No matching signature found');
  });

  test('a receiver that is gone disables its endpoint with one letter', async () => {
    const admin = await world.as('admin');
    const { id } = await newEndpoint(admin);
    receiver.answer = (_received, response) => void response.writeHead(410).end();
    const before = (await world.letters()).length;
    await world.call(admin, testWebhook, { params: { id } });
    await expect.poll(() => stateOf(admin, id)).toBe('gone');
    const letters = await world.letters(before + 1);
    expect(letters[0]).toMatchObject({ recipient: 'admin@vialkeep.test', subject: 'Vialkeep: a webhook was disabled' });
    expect(letters).toHaveLength(before + 1);
  });

  test('five days of failures disable an endpoint, and one success in between does not', async () => {
    const admin = await world.as('admin');
    const { id } = await newEndpoint(admin);
    const failSince = (days: number) =>
      world.sql('update webhook_endpoints set failing_since = now() - make_interval(days => $2) where id = $1', [
        id,
        days,
      ]);
    await failSince(6);
    await world.call(admin, testWebhook, { params: { id } });
    await arrived(1);
    await expect.poll(async () => (await deliveriesOf(admin, id)).results[0]?.state).toBe('delivered');
    expect(await endpointOf(admin, id)).toMatchObject({ state: 'enabled', failing_since: null });
    receiver.answer = (_received, response) => void response.writeHead(503).end();
    await failSince(4);
    await world.call(admin, testWebhook, { params: { id } });
    await arrived(2);
    await expect.poll(async () => (await deliveriesOf(admin, id)).results[0]?.attempts[0]?.status).toBe(503);
    expect(await stateOf(admin, id)).toBe('enabled');
    await failSince(6);
    await passTime();
    await world.letters();
    await expect.poll(() => stateOf(admin, id)).toBe('failing');
  });

  test('what happened while an endpoint was disabled is sent again on request, and what arrived is not', async () => {
    const admin = await world.as('admin');
    const patient = await newPatient(world);
    const { id } = await newEndpoint(admin);
    const since = new Date().toISOString();
    await addVials(admin, patient);
    await arrived(1);
    await world.call(admin, updateWebhook, { params: { id }, body: { enabled: false } });
    const missed = await addVials(admin, patient);
    await world.letters();
    await world.call(admin, updateWebhook, { params: { id }, body: { enabled: true } });
    await world.call(admin, resendSince, { params: { id }, body: { since } });
    await arrived(2);
    expect(receiver.received).toHaveLength(2);
    expect(JSON.parse(receiver.received[1]?.body ?? '{}').data.entry_id).toBe(missed);
  });

  test('an address that is not public is refused where private ones are not allowed', async () => {
    const strict = await newWorld();
    const admin = await strict.as('admin');
    const refused = { status: 400, reason: 'url_refused' };
    for (const url of [
      'http://receiver.example.com/',
      'https://user:secret@receiver.example.com/',
      'https://receiver.example.com/#part',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://localhost/',
      'https://db.internal/',
      'ftp://receiver.example.com/',
      'no address',
    ]) {
      const body = { url, types: ['vials.added'] };
      expect(await strict.refusalOf(admin, createWebhook, { body }), url).toEqual(refused);
    }
    await strict.close();
  });

  test('an administrator can disable the endpoint of another account, but not see or direct what is sent', async () => {
    const admin = await world.as('admin');
    const center = await world.as('hc');
    const { id } = await newEndpoint(center);
    const notFound = { status: 404, reason: 'not_found' };
    const url = 'https://elsewhere.example.com/';
    expect(await world.refusalOf(admin, updateWebhook, { params: { id }, body: { url } })).toEqual(notFound);
    expect(await world.refusalOf(admin, replaceWebhookSecret, { params: { id } })).toEqual(notFound);
    await world.call(admin, updateWebhook, { params: { id }, body: { enabled: false } });
    expect(await stateOf(center, id)).toBe('disabled');
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await world.refusalOf(north, deleteWebhook, { params: { id } })).toEqual(notFound);
    await world.call(center, deleteWebhook, { params: { id } });
    expect(await endpointOf(center, id)).toBeUndefined();
  });

  test('an administrator inside an account can neither make endpoints nor read events', async () => {
    const inside = await world.actingAs(await world.as('admin'), 'hc@vialkeep.test');
    const body = { url: receiver.url, types: ['vials.added'] };
    for (const [route, input] of [
      [createWebhook, { body }],
      [listWebhooks, {}],
      [listEvents, {}],
    ] as const) {
      expect((await world.refusalOf(inside, route, input)).reason, route.path).toBe('not_while_acting');
    }
  });
});

describe('Events to read', () => {
  test('a key reads the events of its site in their order, and goes on where it stopped', async () => {
    const admin = await world.as('admin');
    const key = await newKey(world, admin, { scopes: ['events.read'] });
    const patient = await newPatient(world);
    await world.letters();
    const start = await lastOf(key);
    const entries = [];
    for (let turn = 0; turn < 3; turn += 1) entries.push(await addVials(admin, patient));
    await world.letters();
    const read: unknown[] = [];
    let after = start;
    for (let more = true; more; ) {
      const page = await world.call(key, listEvents, { query: { after: String(after), limit: '2' } });
      read.push(...page.results.flatMap(({ event }) => (event.type === 'vials.added' ? event.data.entry_id : [])));
      ({ next: after, more } = page);
    }
    expect(read).toEqual(entries);
    const { count } = (
      await world.sql<{ count: number }>('select count(*)::int as count from events where domain_id = 2 and id > $1', [
        start,
      ])
    )[0] ?? { count: -1 };
    expect(count).toBe(0);
    const ofPatients = await newKey(world, admin, { scopes: ['patients.read'] });
    expect(await world.refusalOf(ofPatients, listEvents)).toEqual({ status: 403, reason: 'key_scope_missing' });
  });

  test('a new account is announced by its number only', async () => {
    const admin = await world.as('admin');
    const start = await lastOf(admin);
    const { id } = await world.call(admin, addUser, {
      body: {
        first_name: 'Ingrid',
        last_name: 'Anders',
        email: 'ingrid.anders@vialkeep.test',
        subscription: 2,
        domain: 1,
        password: 'A-long-first-word-7',
      },
    });
    await world.letters();
    const { results } = await world.call(admin, listEvents, { query: { after: String(start) } });
    expect(results.map(({ event }) => event)).toMatchObject([
      { type: 'account.created', data: { user_id: id, plan: 2 } },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/ingrid|anders/i);
  });

  test('every event of this file and of the demo network has a shape without names', async () => {
    for (const { type, data } of await world.sql<{ type: string; data: object }>('select type, data from events')) {
      expect(EventBody.safeParse({ type, timestamp: new Date().toISOString(), data }).success, type).toBe(true);
    }
  });

  test('deliveries are kept for 30 days and events for 90', async () => {
    const admin = await world.as('admin');
    const { id } = await newEndpoint(admin);
    await addVials(admin, await newPatient(world));
    await arrived(1);
    await world.sql("update webhook_deliveries set created_at = now() - interval '31 days' where endpoint_id = $1", [
      id,
    ]);
    const { store } = world.app.services;
    await store.unaudited('test', deleteOldDeliveries);
    expect((await deliveriesOf(admin, id)).count).toBe(0);
    const count = async () => Number((await world.sql('select count(*) as n from events'))[0]?.n);
    const before = await count();
    await world.sql('alter table events disable trigger events_stay');
    await world.sql("update events set at = now() - interval '91 days' where id = (select min(id) from events)");
    await world.sql('alter table events enable trigger events_stay');
    await store.unaudited('test', deleteOldEvents);
    expect(await count()).toBe(before - 1);
  });
});

const fail = (): never => {
  throw new Error('Nothing has arrived.');
};

async function endpointOf(caller: Caller, id: number) {
  const { results } = await world.call(caller, listWebhooks);
  return results.find((endpoint) => endpoint.id === id);
}

async function stateOf(caller: Caller, id: number) {
  return (await endpointOf(caller, id))?.state;
}

/** Where the events of this moment end. */
async function lastOf(reader: Caller): Promise<number> {
  await world.letters();
  for (let after = 0; ; ) {
    const { next, more } = await world.call(reader, listEvents, { query: { after: String(after), limit: '500' } });
    if (!more) return next;
    after = next;
  }
}
