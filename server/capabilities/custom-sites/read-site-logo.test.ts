import { configureCustomSite, createCustomSite } from '@vialkeep/contract/custom-sites.ts';
import { readSite } from '@vialkeep/contract/sites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../testing/documents/pictures.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const HOST = 'south.localhost';
const logoAt = (host: string, url: string) => world.raw({ url, headers: { host } });

async function expectMissing(host: string, url: string): Promise<void> {
  const answer = await logoAt(host, url);
  expect(answer.statusCode).toBe(404);
  expect(visible(answer)).toEqual(visible(await logoAt(host, `/media/site-logos/${'0'.repeat(32)}.png`)));
}

test('W-14 a site’s logo is served on that site and the main site while the site uses it, and nowhere else', async () => {
  const admin = await world.as('admin');
  const { id } = await world.call(admin, createCustomSite, { body: { name: 'South', url: `https://${HOST}` } });
  const configure = async () => {
    const body = { domain: id, email_sender: `hello@${HOST}` };
    await world.call(admin, configureCustomSite, { body, file: { name: 'logo.png', bytes: png } });
    return (await world.call({ ...anonymousCaller, host: HOST }, readSite)).logo ?? '';
  };
  const first = await configure();
  for (const host of [HOST, 'localhost']) {
    expect((await logoAt(host, first)).rawPayload.equals(png), host).toBe(true);
  }
  await expectMissing('north.localhost', first);

  const second = await configure();
  expect(second).not.toBe(first);
  for (const host of [HOST, 'localhost']) {
    await expectMissing(host, first);
    expect((await logoAt(host, second)).statusCode, host).toBe(200);
  }
});
