import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { requestLabel, updateLabel } from '@vialkeep/contract/labels.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { createAsset } from '@vialkeep/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Input, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Case = [what: string, who: string, route: Route, input: Input, field: string];

const BEYOND_INTEGER = 2 ** 32;
const HALF_A_CHARACTER = 'x\ud800';

/** One case for each way in which `npm run attack` once broke the server. */
const cases: Case[] = [
  [
    'half a character, which an audit row cannot hold',
    'admin',
    createAsset,
    { body: { asset_name: 'A', description: 'B', sections: [{ url: HALF_A_CHARACTER }] } },
    'sections.0.url',
  ],
  [
    'a version that no row can have',
    'admin',
    updateUser,
    { params: { id: 1 }, body: { city: 'x', version: BEYOND_INTEGER } },
    'version',
  ],
  [
    'a version of a label that no row can have',
    'admin',
    updateLabel,
    { params: { id: 1 }, body: { tracking_link: 'https://a.test', tracking_number: '1', version: BEYOND_INTEGER } },
    'version',
  ],
  ['patients in a text without end', 'hc', requestLabel, { body: { patients_ids: '1'.repeat(5_000) } }, 'patients_ids'],
];

describe('T60 Input that no row can hold', () => {
  test.each(cases)('the input is refused with the name of its field: %s', async (_what, who, route, input, field) => {
    const response = await world.send(await world.as(who), route, input);
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json()).toMatchObject({ reason: 'invalid_input', fields: { [field]: expect.any(String) } });
  });
});
