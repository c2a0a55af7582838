import { buildVersion } from '@vialkeep/contract/session.ts';
import { listDomains, readSite } from '@vialkeep/contract/sites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

describe('S-31 Option list of sites', () => {
  test('a main administrator reads all sites, and an administrator of another site reads only that one', async () => {
    const names = async (who: string) => (await world.call(await world.as(who), listDomains)).map(({ name }) => name);
    expect(await names('super')).toEqual(['Vialkeep', 'Northlight']);
    expect(await names('admin')).toEqual(['Vialkeep', 'Northlight']);
    expect(await names('viewer')).toEqual(['Vialkeep']);
    expect(await names('admin@north.test')).toEqual(['Northlight']);
  });
});

describe('Settings of a site', () => {
  test('the host determines the site, without a session', async () => {
    expect(await world.call(anonymousCaller, readSite)).toMatchObject({
      name: 'Vialkeep',
      brand: 'Vialkeep',
      demo: true,
    });
    expect(await world.call({ ...anonymousCaller, host: 'north.localhost' }, readSite)).toMatchObject({
      name: 'Northlight',
      product: 'Northlight Bank',
      colour: '#5a3ea6',
      support_email: 'support@north.test',
    });
  });

  test('F009 a site answers with the build that it serves', async () => {
    expect(await world.call(anonymousCaller, buildVersion)).toEqual({ version: 'test-build' });
  });
});
