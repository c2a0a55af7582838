import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCustomSite, createDomainFile, createFolder } from '@vialkeep/contract/custom-sites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { completeFolders } from './complete-folders.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const inSites = (...parts: string[]) => join(world.app.services.settings.dataDir, 'sites', ...parts);
const textOf = (...parts: string[]) => readFile(inSites(...parts), 'utf8').catch(() => null);

async function begin(host: string, steps: readonly (typeof createFolder | typeof createDomainFile)[]): Promise<string> {
  const { id } = await world.call(admin, createCustomSite, { body: { name: 'South', url: `https://${host}` } });
  for (const step of steps) await world.call(admin, step, { params: { id } });
  return String(id);
}

test('a site’s folder states its id and host, and a folder of an earlier version does so after the next start', async () => {
  const id = await begin('south.localhost', [createFolder, createDomainFile]);
  const said = { id: Number(id), host: 'south.localhost' };
  expect(JSON.parse((await textOf(id, 'site.json')) ?? '')).toEqual(said);

  const begun = await begin('early.localhost', [createFolder]);
  await rm(inSites(id, 'site.json'));
  await rm(inSites('changed'));
  await completeFolders(world.app.services);
  expect(JSON.parse((await textOf(id, 'site.json')) ?? '')).toEqual(said);
  expect(await textOf('changed')).not.toBeNull();
  expect(await textOf(begun, 'site.json')).toBeNull();

  await rm(inSites('changed'));
  await completeFolders(world.app.services);
  expect(await textOf('changed')).toBeNull();
});

test('a folder that cannot be written blocks neither the other folders nor the start of the server', async () => {
  const [broken, whole] = [
    await begin('broken.localhost', [createFolder, createDomainFile]),
    await begin('whole.localhost', [createFolder, createDomainFile]),
  ];
  for (const id of [broken, whole]) await rm(inSites(id, 'site.json'));
  await rm(inSites(broken), { recursive: true });
  await writeFile(inSites(broken), 'in its place');
  await completeFolders(world.app.services);
  expect(await textOf(whole, 'site.json')).not.toBeNull();
  expect(await textOf(broken)).toBe('in its place');
});
