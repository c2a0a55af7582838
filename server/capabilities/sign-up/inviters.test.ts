import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { readInvitingCenter, readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, stranger, type World } from '../../testing/world.ts';

let world: World;
let rep: number;
let center: number;
beforeAll(async () => {
  world = await newWorld();
  rep = await world.idOf('rep@vialkeep.test');
  center = await world.idOf('hc@vialkeep.test');
});
afterAll(() => world.close());

const north = { ...stranger, host: 'north.localhost' };

describe('who a link is from', () => {
  const ask = (route: Route, id: number | string, caller: Caller = stranger) =>
    world.send(caller, route, { params: { id } });

  test('the page is told the rep’s name, or the center’s name and phone, and nothing else', async () => {
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

  test('nobody else is named: no other plan, no other site, nobody inactive', async () => {
    const patient = await world.idOf('patient@vialkeep.test');
    for (const id of [patient, center, 999_999, 'abc', '1;']) {
      expect((await ask(readInvitingRep, id)).statusCode).toBe(404);
    }
    for (const id of [patient, rep, 999_999]) expect((await ask(readInvitingCenter, id)).statusCode).toBe(404);
    expect((await ask(readInvitingRep, rep, north)).statusCode).toBe(404);
    expect((await ask(readInvitingCenter, center, north)).statusCode).toBe(404);
  });
});
