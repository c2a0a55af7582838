import { listCustody } from '@vialkeep/contract/custody.ts';
import { addVialEntry, deleteVialEntry, editVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let north: Caller;
let patient: number;
beforeAll(async () => {
  world = await newWorld();
  north = await world.as('admin@north.test', 'north.localhost');
  patient = await world.idOf('patient@vialkeep.test');
  for (const table of ['users', 'relations', 'vials', 'vial_entries', 'custody_events', 'custody_chains']) {
    await world.sql(`alter table ${table} disable row level security`);
  }
});
afterAll(() => world.close());

describe('S-31 Vials with row-level security disabled', () => {
  test('no vial, entry or event of another site is found or changed', async () => {
    const [entry] = await world.sql<{ id: number }>('select id from vial_entries where patient_id = $1', [patient]);
    const before = await world.sql('select * from vials order by id');
    const body = { type: 'added', date: '2026-03-01', quantity: 1, user: patient };
    for (const response of [
      await world.send(north, readVials, { params: { userId: patient } }),
      await world.send(north, listVials, { params: { userId: patient } }),
      await world.send(north, listCustody, { params: { id: patient } }),
      await world.send(north, addVialEntry, { body }),
      await world.send(north, editVialEntry, { params: { id: entry?.id }, body: { quantity: 1 } }),
      await world.send(north, deleteVialEntry, { params: { id: entry?.id } }),
    ]) {
      expect(response.statusCode, response.body).toBe(404);
    }
    expect(await world.sql('select * from vials order by id')).toEqual(before);
  });

  test('no answer names a user of another site', async () => {
    const own = await world.idOf('patient@north.test');
    const body = { type: 'added', date: '2026-03-01', quantity: 1, user: own };
    await world.call(await world.as('admin'), addVialEntry, { body });
    const response = await world.send(north, listCustody, { params: { id: own } });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toMatch(/Priya|Raman/);
  });
});
