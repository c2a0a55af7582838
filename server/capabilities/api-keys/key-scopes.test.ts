import { KeyScope, keyHolders } from '@vialkeep/contract/api-keys.ts';
import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../app.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { findActor } from '../../kernel/session/find-actor.ts';
import { findKeyActor } from '../../kernel/session/find-key-actor.ts';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { onePagePdf } from '../../testing/api-keys/one-page-pdf.ts';
import { matrix } from '../../testing/matrix/all-rows.ts';
import { inputOf } from '../../testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene, type Side } from '../../testing/matrix/targets.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { keyScopeOf, keyScopes, neverByKey } from './key-scopes.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await newWorld({ API_CALLS_PER_MINUTE: '1000000' });
  scene = await createMatrixFixtures(world);
});
afterAll(() => world.close());

const guarded = catalogue.filter(({ route }) => route.access !== 'public');

function inputFor({ name }: NamedRoute, who: string, side: Side) {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  return row.about === null ? row.input() : inputOf(scene, row, who, side);
}

function ownerOf(plan: number | string): Caller {
  const owner = scene.callers.get(String(plan));
  if (!owner) throw new Error(`The scene has no ${plan}.`);
  return owner;
}

async function actorOf({ token }: Caller): Promise<Actor> {
  const { services } = world.app;
  const actor = token === null ? null : await findActor(services, await services.domains.main(), token);
  if (!actor) throw new Error('The session of the scene has ended.');
  return actor;
}

describe('The table of key scopes', () => {
  test('every action of the policy tables stands in exactly one scope or in never', () => {
    const named = [...Object.values(keyScopes), ...Object.values(neverByKey)].flat();
    expect(named.toSorted()).toEqual(Object.keys(permissions.table).toSorted());
  });

  test('a key with every scope gets 403 exactly where the table or its owner’s policy says so', async () => {
    const wrong: string[] = [];
    const counted = { never: 0, beyondOwner: 0, admitted: 0 };
    for (const plan of keyHolders) {
      const key = await newKey(world, ownerOf(plan));
      const site = await world.app.services.domains.main();
      for (const call of guarded) {
        const { route, name } = call;
        const actor = await findKeyActor(world.app.services, site, key.token);
        if (!actor) throw new Error(`The key of plan ${plan} ended at ${name}.`);
        const answer = await world.send(key, route, inputFor(call, String(plan), 'own'));
        const { reason } = route.answersFile && answer.statusCode === 200 ? {} : answer.json();
        const told = `${name} by ${plan}: ${answer.statusCode} ${reason}`;
        if (keyScopeOf(route.access) === null || route.inPerson || route.stepUp) {
          counted.never += 1;
          if (answer.statusCode !== 403 || reason !== 'not_by_key') wrong.push(told);
        } else if (permissions.objection({ ...actor, key: null }, route.access) !== null) {
          counted.beyondOwner += 1;
          if (answer.statusCode !== 403 || reason !== 'not_permitted') wrong.push(told);
        } else {
          counted.admitted += 1;
          if ([401, 403].includes(answer.statusCode) || answer.statusCode >= 500) wrong.push(told);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(counted.never).toBeGreaterThan(500);
    expect(counted.beyondOwner).toBeGreaterThan(50);
    expect(counted.admitted).toBeGreaterThan(100);
  }, 300_000);

  test('a key of one scope is refused with that reason at every call of the other scopes', async () => {
    const wrong: string[] = [];
    const admin = ownerOf(7);
    for (const scope of ['vials.read', 'labels.write'] as const) {
      const key = await newKey(world, admin, { scopes: [scope] });
      for (const call of guarded) {
        const { route, name } = call;
        const needed = keyScopeOf(route.access);
        if (needed === null || needed === scope || route.inPerson || route.stepUp) continue;
        const answer = await world.wholeRefusalOf(key, route, inputFor(call, '7', 'own'));
        const message = `This API key lacks the scope ${needed}.`;
        if (!matches(answer, { status: 403, reason: 'key_scope_missing', message })) wrong.push(name);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe('A key of one scope', () => {
  test('it makes every call of its scope that its owner can make, and needs no other scope', async () => {
    const wrong: string[] = [];
    let admitted = 0;
    for (const plan of keyHolders) {
      for (const scope of KeyScope.options) {
        const key = await newKey(world, ownerOf(plan));
        await world.sql('update api_keys set scopes = $2 where id = $1', [key.id, [scope]]);
        for (const call of guarded.filter(({ route }) => keyScopeOf(route.access) === scope)) {
          const { route, name } = call;
          if (route.inPerson || route.stepUp || !permissions.mayTry(await actorOf(ownerOf(plan)), route.access))
            continue;
          const byKey = await world.send(key, route, inputFor(call, String(plan), 'own'));
          admitted += 1;
          if ([401, 403].includes(byKey.statusCode) || byKey.statusCode >= 500) {
            wrong.push(`${name} by ${plan}: ${byKey.statusCode} ${byKey.body.slice(0, 200)}`);
          }
          if (route.method !== 'GET') continue;
          const byOwner = await world.send(ownerOf(plan), route, inputFor(call, String(plan), 'own'));
          if (byOwner.statusCode !== byKey.statusCode) wrong.push(`${name} by ${plan}: ${byKey.statusCode}`);
        }
        await world.sql('update api_keys set revoked_at = now() where id = $1', [key.id]);
      }
    }
    expect(wrong).toEqual([]);
    expect(admitted).toBeGreaterThan(50);
  }, 300_000);
});

describe('The site of a key', () => {
  const MAIN = /@vialkeep\.test|@1\.strangers\.test|"name":"Vialkeep"/;
  const NORTH = /@north\.test|@2\.strangers\.test|"name":"Northlight"/;
  const reads = guarded.filter(
    ({ route }) => route.method === 'GET' && !route.alsoPost && !route.stepUp && keyScopeOf(route.access) !== null,
  );

  test('a main administrator’s key for one site reads nothing of the others', async () => {
    const wrong: string[] = [];
    let withOwn = 0;
    for (const plan of [7, 10]) {
      const key = await newKey(world, ownerOf(plan), { domain: 2 });
      for (const call of reads) {
        const { route, name } = call;
        const own = await world.send(key, route, inputFor(call, '7n', 'own'));
        if (own.statusCode >= 500) wrong.push(`${name}: ${own.statusCode} ${own.body.slice(0, 200)}`);
        if (MAIN.test(own.body)) wrong.push(`${name} shows the main site`);
        if (NORTH.test(own.body)) withOwn += 1;
        if (matrix[name]?.about === null) continue;
        const foreign = await world.send(key, route, inputFor(call, '7n', 'other'));
        const isNothing = foreign.statusCode === 404 || /^\[\]$|"results":\[\]|"data":\[\]/.test(foreign.body);
        if (!isNothing && foreign.statusCode !== 403)
          wrong.push(`${name}: ${foreign.statusCode} ${foreign.body.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(withOwn).toBeGreaterThan(10);
  }, 120_000);

  test('a main administrator’s key for another site writes there as the administrator of that site does', async () => {
    const writes = guarded.filter(
      ({ route }) => route.method !== 'GET' && !route.inPerson && !route.stepUp && keyScopeOf(route.access) !== null,
    );
    const wrong: string[] = [];
    const counted = { written: 0, foreign: 0 };
    for (const plan of [7, 10]) {
      const key = await newKey(world, ownerOf(plan), { domain: 2 });
      for (const call of writes) {
        const { route, name } = call;
        const own = await world.send(key, route, inputFor(call, '7n', 'own'));
        if (own.statusCode === 200) counted.written += 1;
        if (own.statusCode >= 500) wrong.push(`${name}: ${own.statusCode} ${own.body}`);
        if (matrix[name]?.about === null) continue;
        const foreign = await world.send(key, route, inputFor(call, '7n', 'other'));
        counted.foreign += 1;
        if (foreign.statusCode < 400 || foreign.statusCode >= 500) wrong.push(`foreign ${name}: ${foreign.statusCode}`);
      }
      const file = { name: 'label.pdf', bytes: await onePagePdf() };
      const uploaded = await world.send(key, uploadLabelFile, { file });
      if (uploaded.statusCode !== 200) wrong.push(`uploadLabelFile: ${uploaded.body}`);
    }
    expect(wrong).toEqual([]);
    expect(counted.written).toBeGreaterThan(5);
    expect(counted.foreign).toBeGreaterThan(10);
  }, 120_000);
});

function matches(answer: object, expected: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([field, value]) => (answer as Record<string, unknown>)[field] === value);
}
