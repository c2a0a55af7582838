import { listCustody } from '@vialkeep/contract/custody.ts';
import {
  addVialEntry,
  deleteVialEntry,
  editVialEntry,
  listVials,
  readVials,
  type VialEntry,
} from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NONE_AT_BENCH } from '../../testing/bench/bench-off.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyVials } from './verify-vials.ts';

let world: World;
let lab: Caller;
let patient: number;
beforeAll(async () => {
  world = await newWorld();
  lab = await world.as('lab');
});
afterAll(() => world.close());

// Every test has its own patient.
beforeEach(async () => {
  patient = await newPatient(world);
});

const record = async (type: string, quantity: number, changes: object = {}): Promise<VialEntry> =>
  (
    await world.call(lab, addVialEntry, {
      body: { type, quantity, date: '2026-03-01', user: patient, note: 'first', ...changes },
    })
  ).data;
const edit = (entry: VialEntry, body: object) =>
  world.call(lab, editVialEntry, { params: { id: entry.id }, body: { type: entry.type, user: patient, ...body } });
const remove = (entry: VialEntry, caller = lab) => world.send(caller, deleteVialEntry, { params: { id: entry.id } });
const summary = async () => (await world.call(lab, readVials, { params: { userId: patient } })).data;
const counts = async () => Object.values((await summary()).user_vials).slice(0, 3);
const states = async () =>
  Object.fromEntries(
    (await world.call(lab, listVials, { params: { userId: patient } })).map(({ code, state }) => [code, state]),
  );
const events = () => world.call(lab, listCustody, { params: { id: patient } });

describe('F064 Entry of added vials', () => {
  test('a larger quantity adds new vials, and a smaller one withdraws the last ones', async () => {
    const entry = await record('added', 3);
    const grown = await edit(entry, { quantity: 5 });
    expect(grown.codes).toHaveLength(5);
    expect(grown.codes).toEqual(expect.arrayContaining(entry.codes));
    const shrunk = await edit(entry, { quantity: 2 });
    expect(shrunk.codes).toEqual(entry.codes.slice(0, 2));
    expect(await counts()).toEqual([2, 0, 2]);
    expect(Object.values(await states()).filter((state) => state === 'withdrawn')).toHaveLength(3);
  });

  test('a quantity below the number of shipped vials is refused with that number', async () => {
    const entry = await record('added', 4);
    await record('shipped', 3);
    const response = await world.send(lab, editVialEntry, { params: { id: entry.id }, body: { quantity: 2 } });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      reason: 'vials_unavailable',
      fields: { quantity: '3 vials are already shipped.' },
    });
    expect(await counts()).toEqual([1, 3, 4]);
    expect((await edit(entry, { quantity: 3 })).quantity).toBe(3);
  });
});

describe('F064 Entry of shipped vials', () => {
  test('a larger quantity ships more vials, and a smaller one returns the newest', async () => {
    await record('added', 5);
    const entry = await record('shipped', 2, { tracking_id: '7711' });
    const grown = await edit(entry, { quantity: 4, tracking_id: ' 7712 ', note: 'second' });
    expect(grown).toMatchObject({ quantity: 4, tracking_id: '7712', note: 'second' });
    expect(await counts()).toEqual([1, 4, 5]);
    const shrunk = await edit(entry, { quantity: 1, tracking_id: '' });
    expect(shrunk).toMatchObject({ quantity: 1, tracking_id: null, note: 'second', codes: entry.codes.slice(0, 1) });
    expect(await counts()).toEqual([4, 1, 5]);
  });

  test('a quantity above the available number is refused', async () => {
    await record('added', 3);
    const entry = await record('shipped', 2);
    const response = await world.send(lab, editVialEntry, { params: { id: entry.id }, body: { quantity: 4 } });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('Only 1 vial is available.');
    expect(await counts()).toEqual([1, 2, 3]);
  });
});

describe('F064 Correction of an entry', () => {
  test('a correction writes an event with the old and new values and the actor', async () => {
    const entry = await record('added', 1);
    await edit(entry, { note: 'second' });
    expect((await events()).at(-1)).toMatchObject({
      kind: 'vials.entry_changed',
      occurred_on: '2026-03-01',
      who: { id: lab.user?.id, name: 'Cryo Desk' },
      on_behalf_of: null,
      facts: {
        entry: entry.id,
        type: 'added',
        before: { quantity: 1, note: 'first' },
        after: { quantity: 1, note: 'second' },
        codes: {},
      },
    });
  });

  test('a correction without a change writes no event', async () => {
    const entry = await record('added', 1);
    const before = await events();
    expect(await edit(entry, { quantity: 1, note: 'first', tracking_id: null })).toEqual(entry);
    expect(await edit(entry, {})).toEqual(entry);
    expect(await events()).toEqual(before);
  });

  test('a correction cannot change the type or the patient of an entry', async () => {
    const entry = await record('added', 1);
    for (const [field, body] of [
      ['type', { type: 'shipped' }],
      ['user', { user: patient + 1 }],
      ['user', { user_id: patient + 1 }],
      ['tracking_id', { tracking_id: '7711' }],
      ['quantity', { quantity: 0 }],
      ['quantity', { quantity: -1 }],
      ['quantity', { quantity: 0.5 }],
      ['quantity', { quantity: 10_001 }],
      ['note', { note: 'x'.repeat(1_001) }],
    ] as const) {
      const response = await world.send(lab, editVialEntry, { params: { id: entry.id }, body });
      expect(response.statusCode, JSON.stringify(body)).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual([field]);
    }
    expect((await summary()).vials_history).toEqual([entry]);
  });
});

describe('F065 Deletion of an entry', () => {
  test('a deleted entry leaves the lists and stays in the chain of custody with its vials', async () => {
    const entry = await record('added', 2);
    expect((await remove(entry)).json()).toEqual({ success: true });
    expect(await summary()).toEqual({
      user_vials: { vials_available: 0, vials_shipped: 0, vials_added: 0, ...NONE_AT_BENCH },
      vials_history: [],
    });
    expect(await states()).toEqual(Object.fromEntries(entry.codes.map((code) => [code, 'withdrawn'])));
    expect((await events()).map(({ kind }) => kind)).toEqual(['vials.added', 'vials.entry_deleted']);
    expect((await events()).at(-1)?.facts).toMatchObject({
      quantity: 2,
      before: { quantity: 2, note: 'first' },
      after: null,
      codes: { withdrawn: entry.codes },
    });
    expect((await remove(entry)).statusCode).toBe(404);
    expect(await world.refusalOf(lab, editVialEntry, { params: { id: entry.id }, body: { quantity: 1 } })).toEqual({
      status: 404,
      reason: 'not_found',
    });
  });

  test('deleting a shipped entry returns its vials to the stock', async () => {
    const added = await record('added', 3);
    const shipped = await record('shipped', 2);
    await remove(shipped);
    expect(await counts()).toEqual([3, 0, 3]);
    expect(await states()).toEqual(Object.fromEntries(added.codes.map((code) => [code, 'stored'])));
  });

  test('deleting an added entry is refused while some of its vials are shipped', async () => {
    const entry = await record('added', 3);
    await record('shipped', 1);
    const response = await remove(entry);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('1 vial is already shipped.');
    expect(await counts()).toEqual([2, 1, 3]);
  });
});

test('after all changes the replay of the ledger equals the tables', async () => {
  expect(await verifyVials(world.app.services.store.read('platform'))).toEqual([]);
});
