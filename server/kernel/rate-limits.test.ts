import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../testing/world.ts';
import { networkOf } from './rate-limits.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

describe('Rate limit', () => {
  const limit = { bucket: 'test', most: 3, minutes: 10 };
  const outcome = (subject: string, bucket = 'test') =>
    world.app.services.limits.count({ ...limit, bucket }, subject).then(
      () => 'counted',
      ({ status, retryAfterSeconds }) => ({ status, soon: retryAfterSeconds <= 600 && retryAfterSeconds > 0 }),
    );

  test('a limit admits its number of attempts, separately for each subject and purpose', async () => {
    const refused = { status: 429, soon: true };
    const four = [await outcome('a'), await outcome('a'), await outcome('a'), await outcome('a')];
    expect(four).toEqual(['counted', 'counted', 'counted', refused]);
    expect(await outcome('b')).toBe('counted');
    expect(await outcome('a', 'other')).toBe('counted');
  });

  test('a limit starts again after its window, and refused attempts do not extend it', async () => {
    for (let n = 0; n < 9; n += 1) await outcome('c');
    await world.sql("update rate_limits set window_start = window_start - interval '10 minutes'");
    expect(await outcome('c')).toBe('counted');
  });

  test('a key whose attempts are reset starts again at zero', async () => {
    for (let n = 0; n < 4; n += 1) await outcome('d');
    await world.app.services.limits.forget(limit, 'd');
    expect(await outcome('d')).toBe('counted');
  });
});

describe('Network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
  ])('the network of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
