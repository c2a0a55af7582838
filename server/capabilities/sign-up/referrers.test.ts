import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { readInvitingCenter, readInvitingRep, salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let rep: number;
let center: number;
beforeAll(async () => {
  world = await newWorld();
  rep = await world.idOf('rep@vialkeep.test');
  center = await world.idOf('hc@vialkeep.test');
});
afterAll(() => world.close());

const north = { ...anonymousCaller, host: 'north.localhost' };

describe('Inviter of a sign-up link', () => {
  const ask = (route: Route, id: number | string, caller: Caller = anonymousCaller) =>
    world.send(caller, route, { params: { id } });

  test('the page reads the rep’s name, or the center’s name and phone, and nothing else', async () => {
    expect((await ask(readInvitingRep, rep)).json()).toEqual({ name: 'Julian Reyes' });
    const [{ phone_number } = { phone_number: '' }] = await world.sql<{ phone_number: string }>(
      'select phone_number from users where id = $1',
      [center],
    );
    expect((await ask(readInvitingCenter, center)).json()).toEqual({
      company: 'Stein Regenerative Clinic',
      phone_number,
    });
  });

  test('a user of another plan, of another site or inactive is not named', async () => {
    const patient = await world.idOf('patient@vialkeep.test');
    for (const id of [patient, center, 999_999, 'abc', '1;']) {
      expect((await ask(readInvitingRep, id)).statusCode).toBe(404);
    }
    for (const id of [patient, rep, 999_999]) expect((await ask(readInvitingCenter, id)).statusCode).toBe(404);
    expect((await ask(readInvitingRep, rep, north)).statusCode).toBe(404);
    expect((await ask(readInvitingCenter, center, north)).statusCode).toBe(404);
  });
});

test('S-32 one address can sign up and look up inviters only at a limited rate', async () => {
  const strict = await newWorld({ SIGN_UPS_PER_HOUR: '2', LOOKUPS_PER_MINUTE: '2' });
  const { sell } = signUpsIn(() => strict);
  const tried = async () => (await sell({ ...newcomer(), subscription: 3 })).statusCode;
  expect([await tried(), await tried(), await tried()]).toEqual([200, 200, 429]);
  const asked = async (route: Route) => (await strict.send(anonymousCaller, route, { params: { id: rep } })).statusCode;
  expect([await asked(readInvitingRep), await asked(salesRepExists), await asked(readInvitingRep)]).toEqual([
    200, 200, 429,
  ]);
  await strict.close();
});
