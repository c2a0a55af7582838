import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { deleteInactiveUser, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../../testing/documents/pictures.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Center = Caller & { user: { id: number } };

const logoAt = (host: string, name: string, token: string | null = null) =>
  world.raw({
    url: `/media/hc-logos/${name}`,
    headers: { host, ...(token === null ? {} : { authorization: `token ${token}` }) },
  });

async function uploaded(center: Center): Promise<string> {
  return (await world.call(center, uploadHcLogo, { file: { name: 'logo.png', bytes: png } })).filename;
}

const use = (center: Center, hc_logo: string | null) =>
  world.call(center, updateUser, { params: { id: center.user.id }, body: { hc_logo } });

async function expectMissing(host: string, name: string): Promise<void> {
  const answer = await logoAt(host, name);
  expect(answer.statusCode).toBe(404);
  expect(visible(answer)).toEqual(visible(await logoAt(host, `${'0'.repeat(32)}.png`)));
}

describe('W-14 Public address of a center’s logo', () => {
  test('a logo that no account uses is answered like an unknown one, also to its uploader', async () => {
    const hc = await world.as('hc');
    const name = await uploaded(hc);
    await expectMissing('localhost', name);
    expect((await logoAt('localhost', name, hc.token)).statusCode).toBe(404);
    await use(hc, name);
    expect((await logoAt('localhost', name)).rawPayload.equals(png)).toBe(true);
  });

  test('a replaced or removed logo is answered like an unknown one', async () => {
    const hc = await world.as('hc');
    const [first, second] = [await uploaded(hc), await uploaded(hc)];
    await use(hc, first);
    await use(hc, second);
    await expectMissing('localhost', first);
    await use(hc, null);
    await expectMissing('localhost', second);
  });

  test('a logo of a removed account is answered like an unknown one', async () => {
    const [admin, hc3] = [await world.as('admin'), await world.as('hc3')];
    const name = await uploaded(hc3);
    await use(hc3, name);
    await world.call(admin, setUserInactive, { params: { id: hc3.user.id } });
    expect((await logoAt('localhost', name)).statusCode).toBe(200);
    await world.call(admin, deleteInactiveUser, { params: { id: hc3.user.id } });
    await expectMissing('localhost', name);
  });

  test('a logo is served on its own site and on the main one, and on no other', async () => {
    const northern = await world.as('hc@north.test', 'north.localhost');
    const name = await uploaded(northern);
    await use(northern, name);
    for (const host of ['north.localhost', 'localhost']) {
      expect((await logoAt(host, name)).rawPayload.equals(png), host).toBe(true);
    }
    const ofMain = await world.as('hc2');
    const other = await uploaded(ofMain);
    await use(ofMain, other);
    await expectMissing('north.localhost', other);
  });
});
