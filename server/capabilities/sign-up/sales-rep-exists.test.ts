import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
beforeEach(() => world.sql('delete from rate_limits'));
afterAll(() => world.close());

const idOf = (key: string) => world.idOf(key.includes('@') ? key : `${key}@vialkeep.test`);
const ask = async (who: string | null, rep: string, host?: string) => {
  const caller = who === null ? { ...anonymousCaller, host: host ?? anonymousCaller.host } : await world.as(who, host);
  return world.call(caller, salesRepExists, { params: { id: await idOf(rep) } });
};
const above = (sales_manager_id: number | null, sales_distributor_id: number | null) => ({
  exists: true,
  data: { sales_manager_id, sales_distributor_id },
});

describe('F108 Lookup of a sales rep', () => {
  test('U-36 a buyer reads the users above their own rep', async () => {
    const chain = above(await idOf('manager'), await idOf('distributor'));
    for (const who of ['hc', 'rhc', 'patient', 'buyer']) expect(await ask(who, 'rep'), who).toEqual(chain);
    expect(await ask('hc3', 'rep3')).toEqual(above(await idOf('manager2'), await idOf('distributor')));
  });

  test('U-36 a manager directly related to the buyer takes precedence over the rep’s', async () => {
    const [center, manager] = [await idOf('hc2'), await idOf('manager2')];
    await world.sql(
      "insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'manager', $2, now())",
      [center, manager],
    );
    expect(await ask('hc2', 'rep2')).toEqual(above(manager, await idOf('distributor')));
    expect(await ask('admin', 'rep2')).toEqual(above(await idOf('manager'), await idOf('distributor')));
  });

  test('S-20 only administrators and the rep also read the users above the rep', async () => {
    const chain = above(await idOf('manager'), await idOf('distributor'));
    for (const who of ['admin', 'super', 'rep']) expect(await ask(who, 'rep'), who).toEqual(chain);
    for (const who of ['hc3', 'rep3', 'lab']) expect(await ask(who, 'rep'), who).toEqual(above(null, null));
  });

  test('S-11 an anonymous caller reads only whether the rep exists', async () => {
    expect(await ask(null, 'rep')).toEqual({ exists: true });
    expect(await ask(null, 'hc')).toEqual({ exists: false });
  });

  test('a user who is no rep, is inactive or is of another site does not exist as a rep', async () => {
    for (const rep of ['manager', 'former-rep', 'rep@north.test']) {
      expect(await ask('hc', rep), rep).toEqual({ exists: false });
    }
    expect(await ask(null, 'rep@north.test')).toEqual({ exists: false });
    expect(await ask(null, 'rep@north.test', 'north.localhost')).toEqual({ exists: true });
  });

  test('a buyer of a custom site gets the same answer when logged in on the main one', async () => {
    for (const host of ['north.localhost', 'localhost']) {
      expect(await ask('hc@north.test', 'rep@north.test', host), host).toEqual(above(null, null));
    }
  });
});
