import { listAccess, listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import {
  closeInspection,
  exportSample,
  listSamples,
  readInspectedDocument,
  readSample,
  verifySample,
} from '@vialkeep/contract/inspections.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { addTestInspection, enterInspection, type TestInspection } from '../../testing/inspections/open-inspection.ts';
import { unhurried } from '../../testing/servers/unhurried.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let inspection: TestInspection;
let inspector: Caller;
let patient: number;
beforeAll(async () => {
  world = await newWorld(unhurried);
  patient = await world.idOf('patient@vialkeep.test');
  inspection = await addTestInspection(world, await world.as('admin'), { with_names: true });
  inspector = await enterInspection(world, inspection);
});
afterAll(() => world.close());

/** Parameters for every path; the patient is within the inspection. */
const paramsOf = ({ path }: Route) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, String(patient)]));

/** The tables in which a refused public call counts itself. */
const COUNTED = ['rate_limits'];

describe('The token of an inspector', () => {
  test('the token is worth nothing on every guarded call of the catalogue, and no row is changed', async () => {
    const guarded = catalogue.filter(({ route }) => route.access !== 'public');
    const before = await databaseDigest(world, COUNTED);
    for (const { name, route } of guarded) {
      for (const caller of [inspector, { ...inspector, inspection: undefined, token: inspector.inspection ?? '' }]) {
        const answer = await world.send(caller, route, { params: paramsOf(route), body: {} });
        expect(answer.statusCode, name).toBe(401);
      }
    }
    expect(await databaseDigest(world, COUNTED)).toEqual(before);
    const writing = guarded.filter(({ route }) => route.method !== 'GET' || route.alsoPost).length;
    process.stdout.write(`the token of an inspector on ${guarded.length} calls: 0 answered, 0 of ${writing} wrote\n`);
  });

  test('a public call gives the same answer with the token as without it', async () => {
    const open = catalogue.filter(({ route }) => route.access === 'public' && !route.inspector && !route.upload);
    for (const { name, route } of open.filter(({ route: { method } }) => method === 'GET')) {
      const params = paramsOf(route);
      const [withToken, without] = [
        await world.send(inspector, route, { params }),
        await world.send({ ...inspector, inspection: undefined }, route, { params }),
      ];
      expect(withToken.statusCode, name).toBe(without.statusCode);
      const bare = (body: string) => body.replace(/"request_id":"[^"]+"/, '');
      expect(bare(withToken.body), name).toBe(bare(without.body));
    }
  });

  test('a session’s token does not open a call of inspectors, not even a super admin’s', async () => {
    const { token } = await world.as('super');
    for (const { name, route } of catalogue.filter(({ route: { inspector: isFor } }) => isFor)) {
      for (const caller of [
        { ...inspector, inspection: undefined, token },
        { ...inspector, inspection: token ?? '' },
        { ...inspector, host: 'north.localhost' },
        { ...inspector, inspection: undefined },
      ]) {
        const answer = await world.send(caller, route, { params: paramsOf(route) });
        expect(answer.statusCode, name).toBe(401);
        expect(answer.json().reason).toBe('session_over');
      }
    }
  });

  test('the calls of an inspector change nothing but records of reading, counters and the audit of leaving', async () => {
    const before = await databaseDigest(world, COUNTED);
    await world.call(inspector, listSamples, { query: { search: `#${patient}` } });
    await world.call(inspector, readSample, { params: { id: patient } });
    await world.call(inspector, verifySample, { params: { id: patient } });
    expect((await world.send(inspector, exportSample, { params: { id: patient } })).statusCode).toBe(200);
    await world.send(inspector, readInspectedDocument, { params: { document_id: 'unknown' } });
    expect(await databaseDigest(world, COUNTED)).toEqual(before);
  });

  test('a transaction for an inspector’s reads refuses to write', async () => {
    const { store } = world.app.services;
    const id = patient;
    for (const scope of [DomainId.parse(1), 'platform' as const]) {
      const attempt = store.readOnly(scope, (db) => sql`update users set city = 'Taken' where id = ${id}`.execute(db));
      await expect(attempt).rejects.toThrow('read-only transaction');
    }
    expect(await store.readOnly('platform', (db) => sql`select 1`.execute(db))).toMatchObject({ rows: [{}] });
  });

  test('a call that is refused for its path, its query or the rate limit is one opening, and without a valid token none', async () => {
    const own = await addTestInspection(world, await world.as('admin'), { with_names: true });
    const caller = await enterInspection(world, own);
    const openings = async () =>
      (
        await world.sql<{ object: string }>(
          'select object from access_records where inspection_id = $1 and subject_id is null order by at',
          [own.id],
        )
      ).map(({ object }) => object);
    const params = { id: 'abc' };
    expect((await world.send(caller, readSample, { params })).statusCode).toBe(404);
    expect((await world.send(caller, listSamples, { query: { limit: 'many' } })).statusCode).toBe(400);
    const refused = [
      'GET /api/v1/inspection/samples/:id/ {"id":"(text)"}',
      'GET /api/v1/inspection/samples/ {"limit":"(text)"}',
    ];
    expect(await openings()).toEqual(refused);
    const [all] = await world.sql<{ n: number }>('select count(*)::int as n from access_records');
    for (const stranger of [
      { ...caller, inspection: undefined },
      { ...caller, inspection: 'x'.repeat(43) },
    ]) {
      expect((await world.send(stranger, readSample, { params })).statusCode).toBe(404);
    }
    expect(await world.sql('select count(*)::int as n from access_records')).toEqual([all]);
    await world.sql('update rate_limits set hits = 1000');
    expect((await world.send(caller, listSamples, {})).statusCode).toBe(429);
    await world.sql('delete from rate_limits');
    expect(await openings()).toEqual([...refused, 'GET /api/v1/inspection/samples/']);
  });

  test('every call of the inspector is one opening, refused ones and repeated ones included', async () => {
    const own = await addTestInspection(world, await world.as('admin'), { with_names: true });
    const caller = await enterInspection(world, own);
    const calls: readonly (readonly [Route, object])[] = [
      [listSamples, { query: { search: `#${patient}` } }],
      [listSamples, { query: { search: 'nothing like it' } }],
      [readSample, { params: { id: patient } }],
      [readSample, { params: { id: patient } }],
      [readSample, { params: { id: 999_999 } }],
      [verifySample, { params: { id: patient } }],
      [exportSample, { params: { id: patient } }],
      [readInspectedDocument, { params: { document_id: 'unknown' } }],
      [closeInspection, {}],
    ];
    for (const [route, input] of calls) await world.send(caller, route, input);
    const openings = await world.sql<{ what: number; subject_id: number | null; actor_id: number | null }>(
      'select what, subject_id, actor_id from access_records where inspection_id = $1 order by at',
      [own.id],
    );
    expect(openings).toHaveLength(calls.length);
    expect(openings.every(({ actor_id }) => actor_id === null)).toBe(true);
    expect(openings.filter(({ subject_id }) => subject_id === patient)).toHaveLength(4);
    process.stdout.write(`${calls.length} calls of an inspector, ${openings.length} openings\n`);
    const seen = await world.call(await world.as('patient'), listOwnAccess);
    expect(seen.results[0]).toMatchObject({
      who: 'Ina Specht',
      plan: 'Inspector',
      company: 'State agency',
      reason: 'Yearly visit',
    });
    const log = await world.call(await world.as('admin'), listAccess, { query: { subject_id: patient } });
    expect(log.results[0]).toMatchObject({ actor: null, inspection: { id: own.id, agency: 'State agency' } });
  });
});
