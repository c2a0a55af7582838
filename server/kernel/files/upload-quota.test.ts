import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { png } from '../../testing/documents/pictures.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
afterEach(() => world.close());

const upload = async (caller: Caller) => world.send(caller, uploadHcLogo, { file: { name: 'logo.png', bytes: png } });

async function uploads(caller: Caller, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await upload(caller)).statusCode);
  return statuses;
}

const stored = async () => (await readdir(join(world.app.services.settings.dataDir, 'files', 'hc-logos'))).length;

describe('Daily quota of unused uploads', () => {
  test('a user can upload 50 unused files; the next is refused until one is used or the day is over', {
    timeout: 120_000,
  }, async () => {
    world = await newWorld();
    const hc = await world.as('hc');
    expect(await uploads(hc, 50)).toEqual(Array(50).fill(200));
    const refused = await upload(hc);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'too_many_uploads',
      message: 'Too many uploads today.',
    });
    expect(await stored()).toBe(50);
    expect(await uploads(await world.as('hc2'), 1)).toEqual([200]);

    const [file] = await world.sql<{ name: string }>('select name from files where uploaded_by = $1 limit 1', [
      hc.user.id,
    ]);
    const hc_logo = file?.name.replace('hc-logos/', '');
    await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { hc_logo } });
    expect(await uploads(hc, 2)).toEqual([200, 429]);
    await world.sql("update files set created_at = created_at - interval '1 day'");
    expect(await uploads(hc, 1)).toEqual([200]);
  });

  test('a user can upload 200 megabytes of unused files', async () => {
    world = await newWorld();
    const hc = await world.as('hc');
    expect(await uploads(hc, 2)).toEqual([200, 200]);
    await world.sql('update files set bytes = 100000000 - $2 where uploaded_by = $1', [hc.user.id, png.length]);
    expect(await uploads(hc, 3)).toEqual([200, 200, 429]);
  });

  test('simultaneous uploads do not exceed the quota, and a refused one is not stored', async () => {
    world = await newWorld({ UPLOADS_PER_DAY: '10' });
    const hc = await world.as('hc');
    const burst = await Promise.all(Array.from({ length: 30 }, async () => (await upload(hc)).statusCode));
    expect(burst.filter((status) => status === 200)).toHaveLength(10);
    expect(burst.filter((status) => status === 429)).toHaveLength(20);
    expect(await stored()).toBe(10);
  });
});
