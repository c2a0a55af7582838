import { readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const everybodys = { colour_scheme: 'auto', density: 'comfortable', keep_messages: false, shortcuts: true };

describe('Preferences of a user', () => {
  test('preferences start with the same defaults for all users, and each is saved separately', async () => {
    const hc = await world.as('hc');
    expect(await world.call(hc, readPreferences)).toEqual(everybodys);
    await world.call(hc, savePreferences, { body: { colour_scheme: 'dark' } });
    await world.call(hc, savePreferences, { body: { density: 'compact' } });
    const kept = { ...everybodys, colour_scheme: 'dark', density: 'compact' };
    expect(await world.call(await world.as('hc'), readPreferences)).toEqual(kept);
    expect(await world.call(await world.as('hc2'), readPreferences)).toEqual(everybodys);
  });

  test('two preferences that are saved at the same time are both kept', async () => {
    const manager = await world.as('manager');
    for (const density of ['compact', 'comfortable'] as const) {
      const colour_scheme = density === 'compact' ? 'dark' : 'light';
      await Promise.all([
        world.call(manager, savePreferences, { body: { density } }),
        world.call(manager, savePreferences, { body: { colour_scheme } }),
        world.call(manager, savePreferences, { body: { shortcuts: density === 'compact' } }),
      ]);
      const saved = { density, colour_scheme, shortcuts: density === 'compact' };
      expect(await world.call(manager, readPreferences)).toMatchObject(saved);
    }
  });

  test('unknown preferences are not stored', async () => {
    const rep = await world.as('rep');
    await world.call(rep, savePreferences, { body: { shortcuts: false, note: 'x'.repeat(10_000), may: ['all'] } });
    expect(await world.sql('select preferences from users where id = $1', [rep.user.id])).toEqual([
      { preferences: { ...everybodys, shortcuts: false } },
    ]);
    expect(await world.refusalOf(rep, savePreferences, { body: { density: 'tiny' } })).toEqual({
      status: 400,
      reason: 'invalid_input',
    });
  });

  test('a stored preference that no longer exists is ignored', async () => {
    const lab = await world.as('lab');
    await world.sql(`update users set preferences = '{"density": "vast", "old": 1}' where id = $1`, [lab.user.id]);
    expect(await world.call(lab, readPreferences)).toEqual(everybodys);
  });
});
