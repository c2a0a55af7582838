import { listCustody } from '@vialkeep/contract/custody.ts';
import { addVialEntry, deleteVialEntry, editVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NONE_AT_BENCH } from '../../testing/bench/bench-off.ts';
import { visible } from '../../testing/same-answer.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let patient: number;
let entries: { added: number; shipped: number };
beforeAll(async () => {
  world = await newWorld();
  // A patient of hc@, referred by rhc@ and processed by lab@.
  patient = await world.idOf('patient3@vialkeep.test');
  const admin = await world.as('admin');
  const body = { type: 'added', date: '2026-03-01', quantity: 4, user: patient, note: 'Ring Miriam Osei first' };
  const added = await world.call(admin, addVialEntry, { body });
  const shipped = await world.call(admin, addVialEntry, {
    body: { ...body, type: 'shipped', quantity: 1, tracking_id: '7711' },
  });
  entries = { added: added.data.id, shipped: shipped.data.id };
});
afterAll(() => world.close());

const about = () => ({ params: { userId: patient, id: patient } });
const newEntry = () => ({ type: 'added', date: '2026-03-02', quantity: 1, user: patient });
const everyVial = () => world.sql('select code, state, shipped_entry_id from vials order by id');
const notFound = { success: false, code: 'error', reason: 'not_found', message: 'Not found.' };

const keepers = ['lab', 'admin', 'super', 'viewer'];
const lookers = ['patient3', 'hc', 'rhc', 'rep', 'manager', 'distributor'];
const unrelated = ['lab2', 'patient', 'hc2', 'rhc2', 'rep2', 'rep3', 'manager2', 'distributor2'];
const foreign = ['admin@north.test', 'hc@north.test', 'rep@north.test', 'patient@north.test'];

describe('F062 Vials of a patient', () => {
  test.each([...keepers, ...lookers])('the vials are readable for %s', async (who) => {
    const caller = await world.as(who);
    const { data } = await world.call(caller, readVials, about());
    expect(data.user_vials).toEqual({ vials_available: 11, vials_shipped: 1, vials_added: 12, ...NONE_AT_BENCH });
    expect(data.vials_history.map(({ type, quantity }) => `${quantity} ${type}`)).toEqual([
      '8 added',
      '4 added',
      '1 shipped',
    ]);
    expect(await world.call(caller, listVials, about())).toHaveLength(12);
  });

  test.each([...unrelated, ...foreign])(
    'the vials are answered exactly like those of an unknown patient for %s',
    async (who) => {
      const caller = await world.as(who);
      for (const route of [readVials, listVials]) {
        const response = await world.send(caller, route, about());
        expect(response.statusCode).toBe(404);
        const missing = await world.send(caller, route, { params: { userId: 999_999 } });
        expect(visible(response)).toEqual(visible(missing));
      }
    },
  );

  test('a user who is no patient has no vials, and the calls are answered with 404', async () => {
    const admin = await world.as('admin');
    for (const who of ['hc', 'donor', 'lab']) {
      const userId = await world.idOf(`${who}@vialkeep.test`);
      expect((await world.send(admin, readVials, { params: { userId } })).statusCode).toBe(404);
      expect((await world.send(admin, addVialEntry, { body: { ...newEntry(), user: userId } })).statusCode).toBe(404);
    }
  });

  test.each(['donor', 'buyer', 'staff'])('the vials and the custody are refused to %s', async (who) => {
    const caller = await world.as(who);
    expect((await world.send(caller, readVials, about())).statusCode).toBe(403);
    expect((await world.send(caller, listCustody, about())).statusCode).toBe(403);
  });

  test('staff in the center’s account and an administrator in the patient’s read the vials', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect((await world.call(inside, readVials, about())).may).toEqual([]);
    const acting = await world.actingAs(await world.as('admin'), 'patient3@vialkeep.test');
    expect((await world.call(acting, readVials, about())).may).toEqual([]);
  });
});

describe('Actions that a screen can offer', () => {
  test.each([
    ['lab', ['add', 'edit', 'delete_added', 'delete_shipped', 'see_notes']],
    ['admin', ['add', 'edit', 'delete_added', 'delete_shipped', 'see_notes']],
    ['super', ['add', 'edit', 'delete_added', 'delete_shipped', 'see_notes']],
    ['viewer', ['add', 'edit', 'delete_added', 'see_notes']],
    ...lookers.map((who): [string, string[]] => [who, []]),
  ])('the actions for %s are %j', async (who, may) => {
    expect((await world.call(await world.as(who), readVials, about())).may).toEqual(may);
  });

  test('notes are readable for callers who can change vials, and in no answer to others', async () => {
    for (const who of keepers) {
      const caller = await world.as(who);
      const response = await world.send(caller, readVials, about());
      expect(response.body, who).toContain('Ring Miriam Osei first');
      expect((await world.send(caller, listCustody, about())).body, who).toContain('Ring Miriam Osei first');
    }
    for (const who of lookers) {
      const caller = await world.as(who);
      for (const route of [readVials, listVials, listCustody]) {
        const response = await world.send(caller, route, about());
        expect(response.statusCode).toBe(200);
        expect(response.body, who).not.toMatch(/"note"|Ring|Miriam|Osei/);
      }
    }
  });
});

describe('F063–F065 Changes of the vials', () => {
  test.each(lookers)('a change is refused to %s', async (who) => {
    const caller = await world.as(who);
    const before = await everyVial();
    for (const [route, input] of [
      [addVialEntry, { body: newEntry() }],
      [editVialEntry, { params: { id: entries.added }, body: { quantity: 1 } }],
      [deleteVialEntry, { params: { id: entries.added } }],
    ] as const) {
      expect(await world.refusalOf(caller, route, input)).toEqual({ status: 403, reason: 'not_permitted' });
    }
    expect(await everyVial()).toEqual(before);
  });

  test.each(['lab2', 'admin@north.test'])(
    'a change for a patient whom %s cannot see is answered with 404',
    async (who) => {
      const caller = await world.as(who);
      const before = await everyVial();
      for (const [route, input] of [
        [addVialEntry, { body: newEntry() }],
        [editVialEntry, { params: { id: entries.added }, body: { quantity: 1 } }],
        [editVialEntry, { params: { id: 999_999 }, body: { quantity: 1 } }],
        [deleteVialEntry, { params: { id: entries.added } }],
        [deleteVialEntry, { params: { id: 'x' } }],
      ] as const) {
        const response = await world.send(caller, route, input);
        expect(response.statusCode).toBe(404);
        expect(response.json()).toEqual(notFound);
      }
      expect(await everyVial()).toEqual(before);
    },
  );

  test('the lab, administrators and the Patients List plan change vials, and each event names the actor', async () => {
    for (const who of keepers) {
      const caller = await world.as(who);
      const { data } = await world.call(caller, addVialEntry, { body: newEntry() });
      await world.call(caller, editVialEntry, { params: { id: data.id }, body: { quantity: 2 } });
      await world.call(caller, deleteVialEntry, { params: { id: data.id } });
      const told = (await world.call(caller, listCustody, about())).slice(-3);
      expect(told.map(({ kind, who: teller }) => [kind, teller?.id])).toEqual(
        ['vials.added', 'vials.entry_changed', 'vials.entry_deleted'].map((kind) => [kind, caller.user.id]),
      );
    }
  });

  test('F065 plan 15 cannot delete a shipped entry, whatever its screen shows', async () => {
    const viewer = await world.as('viewer');
    const before = await everyVial();
    const response = await world.send(viewer, deleteVialEntry, { params: { id: entries.shipped } });
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe('This action is unauthorized');
    expect(await everyVial()).toEqual(before);
    await world.call(viewer, editVialEntry, { params: { id: entries.shipped }, body: { note: 'seen' } });
  });

  test('a lab’s access ends when the patient’s relation to the lab ends', async () => {
    const lab = await world.as('lab');
    await world.sql("update relations set ended_at = now() where subject_id = $1 and kind = 'lab'", [patient]);
    expect(await world.refusalOf(lab, addVialEntry, { body: newEntry() })).toEqual({
      status: 404,
      reason: 'not_found',
    });
    expect(await world.refusalOf(lab, readVials, about())).toEqual({ status: 404, reason: 'not_found' });
  });

  test('all access ends when the patient is removed', async () => {
    await world.sql('update users set is_active = false, removed_at = now() where id = $1', [patient]);
    const admin = await world.as('admin');
    expect((await world.send(admin, addVialEntry, { body: newEntry() })).statusCode).toBe(404);
    expect((await world.send(admin, deleteVialEntry, { params: { id: entries.added } })).statusCode).toBe(404);
  });
});
