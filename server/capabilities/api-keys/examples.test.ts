import { keyHolders } from '@vialkeep/contract/api-keys.ts';
import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { EventType } from '@vialkeep/contract/events.ts';
import { examples } from '@vialkeep/contract/examples/all.ts';
import { eventExample } from '@vialkeep/contract/examples/events.ts';
import { exampleOf } from '@vialkeep/contract/kernel/example.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../app.ts';
import { keyScopeOfCall } from '../../kernel/http/openapi/operation.ts';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { makePreparedCalls } from '../../testing/api-keys/prepared-calls.ts';
import { matrix } from '../../testing/matrix/all-rows.ts';
import { inputOf } from '../../testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from '../../testing/matrix/targets.ts';
import { type Caller, type Input, newWorld, type World } from '../../testing/world.ts';

let world: World;
let scene: Scene;
const keys = new Map<number, Caller>();
beforeAll(async () => {
  world = await newWorld({ API_CALLS_PER_MINUTE: '1000000' });
  scene = await createMatrixFixtures(world);
  for (const plan of keyHolders) {
    const owner = scene.callers.get(String(plan));
    if (owner) keys.set(plan, await newKey(world, owner));
  }
});
afterAll(() => world.close());

const byKey = catalogue.filter(({ route }) => keyScopeOfCall(route, permissions) !== null);

function inputFor({ name }: NamedRoute, plan: number): Input {
  const row = matrix[name];
  if (!row) return {};
  return row.about === null ? row.input() : inputOf(scene, row, String(plan), 'own');
}

describe('The examples of the contract', () => {
  test('every call that a key can make has an example, and no example is of another call', () => {
    const missing = byKey.filter(({ route }) => !examples.has(route)).map(({ name }) => name);
    expect(missing).toEqual([]);
    expect(examples.size).toBe(byKey.length);
  });

  test('an answer of an example has no field that its schema does not know', () => {
    for (const { route } of byKey) {
      if (route.answersFile) continue;
      const answer = examples.get(route)?.answer;
      expect(route.answer.parse(answer), `${route.method} ${route.path}`).toEqual(answer);
    }
  });

  test('an example that its own schemas do not accept is refused where it is declared', () => {
    const body = { type: 'added' as const, date: '2026-02-25', quantity: 0, user: 1 };
    expect(() => exampleOf(addVialEntry, { body })).toThrow(/the example’s body: [\s\S]*Enter 1 or more/);
  });

  test('every type of event has an example of its shape', () => {
    for (const type of EventType.options) expect(eventExample(type)).toMatchObject({ type });
  });

  test('the running server answers each call of a key in the shape of its example', async () => {
    const answers = new Map<NamedRoute, { who: string; response: LightMyRequestResponse }[]>();
    for (const call of byKey) {
      answers.set(call, await answersByKey(call));
    }
    const prepared = await makePreparedCalls();
    const unanswered: string[] = [];
    const differing: string[] = [];
    for (const [{ name, route }, those] of answers) {
      const last = prepared.get(route);
      const all = last ? [...those, { who: 'prepared', response: last }] : those;
      const succeeded = all.filter(({ response }) => response.statusCode === 200);
      if (succeeded.length === 0) {
        unanswered.push(
          `${name}: ${all.map(({ who, response }) => `${who}: ${response.body.slice(0, 120)}`).join('; ')}`,
        );
      }
      for (const { who, response } of route.answersFile ? [] : succeeded) {
        const found = differences(examples.get(route)?.answer, response.json());
        if (found.length > 0) differing.push(`${name} by ${who}: ${found.join(', ')}`);
      }
    }
    expect(unanswered).toEqual([]);
    expect(differing).toEqual([]);
  });
});

/** The answers that the keys of all plans get. */
function answersByKey(call: NamedRoute) {
  return Promise.all(
    [...keys].map(async ([plan, key]) => ({
      who: `plan ${plan}`,
      response: await world.send(key, call.route, inputFor(call, plan)),
    })),
  );
}

/** Facts differ by the kind of event, and centers are not shown the notes of a lab. */
const isLeftOut = /\.facts\.|\.vials_history\[\]\.note$/;

/** Where the server's answer lacks a field of the example, or has another kind of value or a list in place of an object. */
function differences(example: unknown, answer: unknown, path = 'answer'): string[] {
  if (example === null || answer === null) return [];
  if (Array.isArray(example)) {
    if (!Array.isArray(answer)) return [`${path} is no list`];
    if (example.length === 0) return [];
    return answer.slice(0, 1).flatMap((item) => differences(example[0], item, `${path}[]`));
  }
  if (typeof example === 'object') {
    if (typeof answer !== 'object') return [`${path} is no object`];
    const shown = answer as Readonly<Record<string, unknown>>;
    return Object.entries(example).flatMap(([field, value]) =>
      field in shown
        ? differences(value, shown[field], `${path}.${field}`)
        : isLeftOut.test(`${path}.${field}`)
          ? []
          : [`${path}.${field} is missing`],
    );
  }
  return typeof example === typeof answer ? [] : [`${path} is a ${typeof answer}, not a ${typeof example}`];
}
