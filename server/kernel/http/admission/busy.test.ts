import { createLocation } from '@vialkeep/contract/locations.ts';
import { logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../../testing/world.ts';

const REFUSED_WRITES = 2_000;
const AT_ONCE = 500;

let world: World;
beforeAll(async () => {
  world = await newWorld({ ADMIT_WAIT_MS: '20' });
});
afterAll(() => world.close());

const sendAtOnce = <Sent>(send: () => Promise<Sent>) => Promise.all(Array.from({ length: AT_ONCE }, send));

const countRows = async () => {
  const [row] = await world.sql<{ locations: number; audited: number }>(
    `select (select count(*)::int from locations) as locations,
            (select count(*)::int from audit_log where subject = 'location') as audited`,
  );
  return row;
};

test('2,000 refused writes leave no row and no audit row, and every refusal says when to try again', async () => {
  const hc = await world.as('hc');
  const body = { address1: '1 First Street', city: 'Salem', state_desc: 'Oregon', country_desc: 'United States' };
  const before = await countRows();
  const create = () => world.send(hc, createLocation, { body: { ...body, default: false } });
  const statuses = { done: 0, refused: 0 };
  while (statuses.refused < REFUSED_WRITES) {
    const answers = await sendAtOnce(create);
    for (const answer of answers) {
      if (answer.statusCode === 200) {
        statuses.done += 1;
        continue;
      }
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^[123]$/);
      // A machine with other work may also be too slow to open a connection in time.
      if (answer.json().reason === 'unavailable') continue;
      statuses.refused += 1;
      expect(answer.headers['x-request-id']).toBeTypeOf('string');
      expect(answer.json()).toEqual({
        success: false,
        code: 'error',
        reason: 'busy',
        message: 'The portal is very busy right now. Please try again in a moment.',
      });
    }
  }
  const { done } = statuses;
  expect(done).toBeGreaterThan(0);
  expect(await countRows()).toEqual({
    locations: (before?.locations ?? 0) + done,
    audited: (before?.audited ?? 0) + done,
  });
});

test('a logout and a health check are answered while other calls are refused', async () => {
  const [hc, lab] = [await world.as('hc'), await world.as('lab')];
  const body = { address1: '1 First Street', city: 'Salem', state_desc: 'Oregon', country_desc: 'United States' };
  const flood = sendAtOnce(() => world.send(hc, createLocation, { body }));
  const [out, healthy] = await Promise.all([world.send(lab, logout), world.raw({ method: 'GET', url: '/healthz' })]);
  const reasons = (await flood).map(({ body: answered }) => JSON.parse(answered).reason);
  expect(reasons).toContain('busy');
  expect([out.json().reason, healthy.json().reason]).not.toContain('busy');
});
