import { addVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NONE_AT_BENCH } from '../../testing/bench/bench-off.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyVials } from './verify-vials.ts';

let world: World;
let lab: Caller;
let admin: Caller;
let patient: number;
beforeAll(async () => {
  world = await newWorld();
  lab = await world.as('lab');
  admin = await world.as('admin');
});
afterAll(() => world.close());

// Every test has its own patient.
beforeEach(async () => {
  patient = await newPatient(world);
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const entry = (changes: object = {}) => ({ type: 'added', date: day(-1), quantity: 3, user: patient, ...changes });
const add = (changes: object = {}, caller = lab) => world.call(caller, addVialEntry, { body: entry(changes) });
const ship = (quantity: number, changes: object = {}) =>
  add({ type: 'shipped', quantity, tracking_id: '7711', ...changes });
const counts = async () => (await world.call(admin, readVials, { params: { userId: patient } })).data.user_vials;
const vials = () => world.call(admin, listVials, { params: { userId: patient } });

describe('F063 Added vials', () => {
  test('an added entry creates as many vials with unique codes, and the counts follow', async () => {
    const { success, data } = await add({ quantity: 3, note: ' Rack B ' });
    expect(success).toBe(true);
    expect(data).toEqual({
      id: data.id,
      type: 'added',
      quantity: 3,
      date: day(-1),
      tracking_id: null,
      note: 'Rack B',
      user: patient,
      user_id: patient,
      codes: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(new Set(data.codes).size).toBe(3);
    expect(await counts()).toEqual({ vials_available: 3, vials_shipped: 0, vials_added: 3, ...NONE_AT_BENCH });
    expect(await vials()).toEqual(
      data.codes.map((code) => ({
        code,
        old_code: null,
        state: 'stored',
        held: false,
        reserved: false,
        added_on: day(-1),
        added_entry_id: data.id,
        shipped_on: null,
        shipped_entry_id: null,
        tracking_id: null,
      })),
    );
  });

  test('the patient can be named by either field, and by both if they agree', async () => {
    for (const named of [
      { user: undefined, user_id: patient },
      { user: patient },
      { user: patient, user_id: patient },
    ]) {
      await add({ quantity: 1, ...named });
    }
    expect((await counts()).vials_added).toBe(3);
  });

  test('an entry can have the largest allowed number of vials', async () => {
    const { data } = await add({ quantity: 10_000 });
    expect(new Set(data.codes).size).toBe(10_000);
    expect((await counts()).vials_available).toBe(10_000);
  });
});

describe('F063 Shipped vials', () => {
  test('a shipment takes the vials with the oldest date of arrival, whatever the order of the entries', async () => {
    const newer = (await add({ quantity: 2, date: day(-5) })).data;
    const older = (await add({ quantity: 2, date: day(-50) })).data;
    const { data } = await ship(3, { date: day(0) });
    expect(new Set(data.codes)).toEqual(new Set([...older.codes, newer.codes[0]]));
    expect(data).toMatchObject({ type: 'shipped', quantity: 3, tracking_id: '7711' });
    expect(await counts()).toEqual({ vials_available: 1, vials_shipped: 3, vials_added: 4, ...NONE_AT_BENCH });
    const shipped = (await vials()).filter(({ state }) => state === 'shipped');
    for (const vial of shipped) {
      expect(vial).toMatchObject({ shipped_on: day(0), shipped_entry_id: data.id, tracking_id: '7711' });
    }
  });

  test('a shipment takes the chosen vials, by their codes as typed', async () => {
    const { codes } = (await add({ quantity: 4 })).data;
    const chosen = [codes[3], codes[1]].map((code = '') => code);
    const { data } = await ship(2, { vial_codes: chosen.map((code) => code.toLowerCase().replaceAll('-', ' ')) });
    expect(data.codes.toSorted()).toEqual(chosen.toSorted());
  });

  test('chosen vials that are not in store or belong to another patient are refused, and nothing changes', async () => {
    const { codes } = (await add({ quantity: 2 })).data;
    const [other] = await world.call(lab, listVials, {
      params: { userId: await world.idOf('patient3@vialkeep.test') },
    });
    await ship(1, { vial_codes: [codes[0]] });
    const before = await vials();
    for (const vial_codes of [[codes[0]], [other?.code], ['0000-0000-0']]) {
      const response = await world.send(lab, addVialEntry, {
        body: entry({ type: 'shipped', quantity: 1, vial_codes }),
      });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        reason: 'vials_unavailable',
        fields: { vial_codes: expect.any(String) },
      });
    }
    expect(await vials()).toEqual(before);
  });

  test('U-19 a shipment of more vials than are in store is refused with the available number', async () => {
    await add({ quantity: 2 });
    const before = await world.sql('select count(*)::int as n from vial_entries');
    const response = await world.send(lab, addVialEntry, { body: entry({ type: 'shipped', quantity: 3 }) });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'vials_unavailable',
      message: 'Only 2 vials are available.',
      fields: { quantity: 'Only 2 vials are available.' },
    });
    expect(await world.sql('select count(*)::int as n from vial_entries')).toEqual(before);
    expect(await counts()).toEqual({ vials_available: 2, vials_shipped: 0, vials_added: 2, ...NONE_AT_BENCH });
  });
});

describe('Invalid entry', () => {
  test('an invalid entry is refused by the name of the field', async () => {
    const codes = (await add({ quantity: 2 })).data.codes;
    const wrong: [string, object][] = [
      ...[0, -1, 1.5, '3', null, undefined, 1e9, Number.MAX_SAFE_INTEGER].map((quantity): [string, object] => [
        'quantity',
        { quantity },
      ]),
      ['quantity', { quantity: 10_001 }],
      ...[
        '',
        'tomorrow',
        '2026-02-30',
        '2025-02-29',
        '2026-13-01',
        '01/02/2026',
        '2026-1-2',
        '1812-01-01',
        7,
        null,
      ].map((date): [string, object] => ['date', { date }]),
      ['date', { date: day(2) }],
      ['type', { type: 'lost' }],
      ['type', { type: undefined }],
      ['user', { user: undefined }],
      ['user', { user: 'x' }],
      ['user_id', { user_id: patient + 1 }],
      ['tracking_id', { tracking_id: '7711' }],
      ['tracking_id', { type: 'shipped', tracking_id: 'x'.repeat(101) }],
      ['note', { note: 'x'.repeat(1_001) }],
      ['note', { note: 'a\u0000b' }],
      ['vial_codes', { vial_codes: codes.slice(0, 1), quantity: 1 }],
      ['vial_codes', { type: 'shipped', quantity: 2, vial_codes: codes.slice(0, 1) }],
      ['vial_codes', { type: 'shipped', quantity: 2, vial_codes: [codes[0], codes[0]] }],
      ['vial_codes', { type: 'shipped', quantity: 1, vial_codes: ['0000-0000-1'] }],
      ['vial_codes', { type: 'shipped', quantity: 1, vial_codes: codes[0] }],
    ];
    const before = await vials();
    for (const [field, changes] of wrong) {
      const response = await world.send(lab, addVialEntry, { body: entry(changes) });
      expect(response.statusCode, JSON.stringify(changes)).toBe(400);
      expect(Object.keys(response.json().fields), JSON.stringify(changes)).toEqual([field]);
    }
    const { fields } = (await world.send(lab, addVialEntry, { body: entry({ quantity: 0 }) })).json();
    expect(fields).toEqual({ quantity: 'Enter 1 or more' });
    expect(await vials()).toEqual(before);
  });

  test('an entry can be dated tomorrow, because that day has begun in some time zones', async () => {
    await add({ date: day(1) });
  });
});

describe('Constraints on vials in the database', () => {
  test('the database refuses an entry whose quantity differs from its vials, and a vial without a place', async () => {
    const { data } = await add({ quantity: 2 });
    await expect(world.sql('update vial_entries set quantity = 3 where id = $1', [data.id])).rejects.toMatchObject({
      constraint: 'an_entry_counts_its_vials',
    });
    await expect(
      world.sql('update vial_entries set deleted_at = now() where id = $1', [data.id]),
    ).rejects.toMatchObject({ constraint: 'an_entry_counts_its_vials' });
    const [code] = data.codes;
    for (const [change, constraint] of [
      ["state = 'shipped'", 'shipped_vials_have_a_shipment'],
      [`shipped_entry_id = ${data.id}`, 'shipped_vials_have_a_shipment'],
      ["state = 'lost'", 'a_vial_is_somewhere'],
      ["code = 'VIAL-1'", 'vial_codes_have_their_shape'],
      [`code = '${data.codes[1]}'`, 'vial_codes_name_one_vial'],
      ['added_entry_id = 1', 'vial_came_with_an_entry_of_the_patient'],
    ]) {
      await expect(world.sql(`update vials set ${change} where code = $1`, [code]), change).rejects.toMatchObject({
        constraint,
      });
    }
    expect(await verifyVials(world.app.services.store.read('platform'))).toEqual([]);
  });
});
