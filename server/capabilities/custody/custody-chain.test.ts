import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { queryAs } from '../../testing/query-as.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { appendCustody, custodyOf, lockCustody, type Patient, verifyCustody } from './index.ts';

let world: World;
let patient: Patient;
let north: Patient;
beforeAll(async () => {
  world = await newWorld();
  patient = { id: await newPatient(world), domainId: 1 };
  north = { id: await world.idOf('patient@north.test'), domainId: 2 };
});
afterAll(() => world.close());

const denied = { code: '42501' };
const store = () => world.app.services.store;
const db = () => store().read('platform');
const write = <T>(
  task: (work: Work) => Promise<T>,
  scope: Parameters<ReturnType<typeof store>['write']>[0] = 'platform',
) =>
  store().write(scope, actorlessContext('test'), async (work) => {
    const result = await task(work);
    await audit(work, { domainId: 1, action: 'test.note', subject: 'domain', subjectId: 1 });
    return result;
  });
const event = { kind: 'processing.changed', facts: { lab_id: { before: null, after: 'CB-77' } } } as const;
const firstBreak = async (id = patient.id) =>
  (await world.sql<{ first: string | null }>('select custody_first_break($1) as first', [id]))[0]?.first ?? null;

describe('A patient’s chain of custody', () => {
  test('each event gets the next position, and the chain is read in that order', async () => {
    expect(await write((work) => appendCustody(work, patient, event))).toBe(1);
    expect(await write((work) => appendCustody(work, patient, { ...event, occurredOn: '2026-03-01' }))).toBe(2);
    expect(await custodyOf(db(), patient.id)).toMatchObject([
      { position: 1, kind: 'processing.changed', occurred_on: null, actor_id: null, facts: event.facts },
      { position: 2, occurred_on: '2026-03-01', request_id: 'test' },
    ]);
    expect(await firstBreak()).toBeNull();
    expect(await custodyOf(db(), 999_999)).toEqual([]);
    expect(await firstBreak(999_999)).toBeNull();
  });

  test('30 concurrent writers leave one unbroken chain', async () => {
    await Promise.all(Array.from({ length: 30 }, () => write((work) => appendCustody(work, patient, event))));
    const places = (await custodyOf(db(), patient.id)).map(({ position }) => position);
    expect(places).toEqual(places.map((_, index) => index + 1));
    expect(await firstBreak()).toBeNull();
  });

  test('a second writer of the same patient waits for the lock, and a writer of another patient does not', async () => {
    const order: string[] = [];
    const isIn = Promise.withResolvers<void>();
    const mayLeave = Promise.withResolvers<void>();
    const first = write(async (work) => {
      await lockCustody(work, patient);
      isIn.resolve();
      await mayLeave.promise;
      order.push('first out');
    });
    await isIn.promise;
    const second = write(async (work) => {
      await lockCustody(work, patient);
      order.push('second in');
    });
    await store().write('platform', actorlessContext('test'), async (work) => {
      await lockCustody(work, north);
      order.push('elsewhere');
      await audit(work, { domainId: 2, action: 'test.note', subject: 'domain', subjectId: 2 });
    });
    mayLeave.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['elsewhere', 'first out', 'second in']);
  });

  test('an event that is rolled back leaves neither a position nor a break in the chain', async () => {
    const before = await custodyOf(db(), patient.id);
    const failing = write(async (work) => {
      await appendCustody(work, patient, event);
      throw new Error('after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await custodyOf(db(), patient.id)).toEqual(before);
    expect(await firstBreak()).toBeNull();
  });

  test('an event names the actor and the account on whose behalf they act', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'lab@vialkeep.test');
    const body = { type: 'added', date: '2026-03-01', quantity: 1, user: patient.id };
    const response = await world.send(acting, addVialEntry, { body });
    expect(response.statusCode).toBe(200);
    expect((await custodyOf(db(), patient.id)).at(-1)).toMatchObject({
      kind: 'vials.added',
      actor_id: await world.idOf('admin@vialkeep.test'),
      user_id: await world.idOf('lab@vialkeep.test'),
      request_id: response.headers['x-request-id'],
    });
  });
});

describe('Protection of the chain against changes', () => {
  test.each([
    "update custody_events set kind = 'x.y'",
    'delete from custody_events',
    'truncate custody_events',
    'update custody_chains set position = 0',
    'delete from custody_chains',
    'alter table custody_events disable trigger all',
  ])('the server’s database role cannot run: %s', async (statement) => {
    await expect(queryAs(store(), 'platform', statement)).rejects.toMatchObject(denied);
  });

  test('the owner of the tables cannot change an event while the triggers are enabled', async () => {
    for (const statement of [
      "update custody_events set kind = 'x.y'",
      'update custody_events set kind = kind where false',
      'delete from custody_events',
      'truncate custody_events',
    ]) {
      await expect(world.sql(statement), statement).rejects.toMatchObject(denied);
    }
  });

  test('an insert cannot choose the position or the hash of an event, and verification reports a deleted event', async () => {
    const [row] = await world.sql<{ position: string; hash: Buffer }>(
      `insert into custody_events (patient_id, domain_id, position, kind, request_id, previous, hash)
       values ($1, 1, 1, 'x.y', 'x', 'x', 'x') returning position, hash`,
      [patient.id],
    );
    expect(Number(row?.position)).toBeGreaterThan(1);
    expect(row?.hash).toHaveLength(32);
    expect(await firstBreak()).toBeNull();
    await world.sql(
      "alter table custody_events disable trigger custody_events_are_kept; delete from custody_events where kind = 'x.y'",
    );
    await world.sql('alter table custody_events enable trigger custody_events_are_kept');
    expect(await verifyCustody(db())).toEqual([
      { patientId: patient.id, position: Number(row?.position), fault: 'the chain is broken' },
    ]);
  });

  test('a connection of one site can neither lock nor write a chain of another site', async () => {
    const scope = (await world.as('admin@north.test')).user.domain.id;
    const inNorth = <T>(task: (work: Work) => Promise<T>) => store().write(scope, actorlessContext('test'), task);
    await expect(inNorth((work) => lockCustody(work, patient))).rejects.toThrow('no result');
    await expect(inNorth((work) => appendCustody(work, patient, event))).rejects.toMatchObject(denied);
    await expect(inNorth((work) => appendCustody(work, { ...patient, domainId: 2 }, event))).rejects.toThrow(
      'violates',
    );
    expect(await store().query(scope, 'select patient_id from custody_events where domain_id <> 2', [])).toEqual([]);
  });

  test('a chain under another site than the patient’s own is refused', async () => {
    await expect(write((work) => appendCustody(work, { ...north, domainId: 1 }, event))).rejects.toThrow('violates');
    await expect(write((work) => lockCustody(work, { ...north, domainId: 1 }))).rejects.toThrow('no result');
  });
});
