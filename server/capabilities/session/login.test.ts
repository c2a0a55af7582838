import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, stranger, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const password = 'Vialkeep-demo-1';

describe('F001 logging in', () => {
  test('gives a token and the user, whatever the case of the e-mail', async () => {
    const opened = await world.call(stranger, login, { body: { email: ' HC@vialkeep.test ', password } });
    expect(opened.user).toMatchObject({
      username: 'Maria Stein',
      company: 'Stein Regenerative Clinic',
      subscription: { id: 4, name: 'Harvest Center' },
      domain: { name: 'Vialkeep' },
    });
    const session = await world.call({ ...stranger, token: opened.token }, currentSession);
    expect(session.user.email).toBe('hc@vialkeep.test');
    expect(session.acting).toBeNull();
  });
});
