import { lookUpScan, readBenchHome, readVialPassport, undoScan } from '@vialkeep/contract/bench.ts';
import { listCustody } from '@vialkeep/contract/custody.ts';
import { readPlace } from '@vialkeep/contract/places.ts';
import { beginStockCount, closeStockCount } from '@vialkeep/contract/stock-counts.ts';
import {
  deliverVialOrder,
  listVialOrders,
  packOrderVial,
  pickOrderVial,
  printPackingSlip,
  readVialOrder,
} from '@vialkeep/contract/vial-orders.ts';
import { addVialEntry, deleteVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newCode } from '../../testing/bench/fill-bench.ts';
import { newOperator } from '../../testing/bench/lab-world.ts';
import { openOrders, saidBy, stepsOf } from '../../testing/bench/orders-world.ts';
import { newScan, otherLabWithBench } from '../../testing/bench/storage-world.ts';
import { visible } from '../../testing/same-answer.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { holdVials, verifyPlaces, verifyVials } from '../vials/index.ts';
import { settleOrders } from './settle-orders.ts';
import { verifyOrders } from './verify-orders.ts';

let world: World;
let bench: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '10000' });
  bench = await openOrders(world);
});
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');
const faults = async () => [
  ...(await verifyCustody(db())),
  ...(await verifyVials(db())),
  ...(await verifyPlaces(db())),
  ...(await verifyOrders(db())),
];
const stateOf = async (id: number) =>
  (await world.sql<{ state: string }>('select state from vial_orders where id = $1', [id]))[0]?.state;
const kindsOf = async (id: number) =>
  (await world.call(bench.admin, listCustody, { params: { id } })).map(({ kind }) => kind);

/** Holds a vial as the release row does, and settles the order that has lost it. */
async function hold(patient: number, code: string, reason: 'deviation' | 'awaiting_release' = 'deviation') {
  await world.app.services.store.write(1, actorlessContext('test'), async (work) => {
    const { freed } = await holdVials(work, { id: patient, domainId: 1 }, { codes: [code], reason });
    await settleOrders(work, freed);
    await audit(work, { domainId: 1, action: 'bench.test', subject: 'vial', subjectId: code });
  });
}

describe('An order from the box to the clinic', () => {
  test('a shipment and a cancellation have the operator of their shift in the chain', async () => {
    const [sent, given] = [await bench.newOrder(1), await bench.newOrder(1)];
    const { id } = await newOperator(world, bench.lab);
    try {
      await bench.packAll(sent.id, sent.codes);
      expect((await bench.ship(sent.id)).statusCode).toBe(200);
      expect((await bench.cancel(given.id)).statusCode).toBe(200);
      const events = await world.sql(
        `select kind, facts -> 'operator' as operator from custody_events
         where patient_id = any($1) and kind in ('vials.shipped', 'bench.freed') order by kind`,
        [[sent.patient, given.patient]],
      );
      expect(events).toEqual([
        { kind: 'bench.freed', operator: id },
        { kind: 'vials.shipped', operator: id },
      ]);
      expect(await faults()).toEqual([]);
    } finally {
      await world.sql('update lab_operators set ended_at = now() where id = $1', [id]);
    }
  });

  test('F168 each vial is picked, packed by a second scan and shipped with exactly its code, and the buyer gets a letter', async () => {
    const { id, codes, patient, box } = await bench.newOrder(2, 3);
    const [first, second] = codes.map(String);
    expect(await bench.read(id)).toMatchObject({
      state: 'ready',
      may: ['pick', 'cancel', 'print_slip'],
      patient: { id: patient, name: 'New Patient' },
      ship_to: ['1 Main Street', 'Austin, Texas', 'United States'],
      vials: [
        { code: first, picked: false, packed: false, box: { id: box.id, code: box.code }, position: 1, label: 'A1' },
        { code: second, label: 'A2' },
      ],
    });
    const picked = await bench.pick(id, String(second));
    expect(picked.json()).toMatchObject({ state: 'picking', vials: [{ code: first }, { code: second, box: null }] });
    const { cells } = await world.call(bench.lab, readPlace, { params: { id: box.id } });
    expect(cells?.filter(({ code }) => code !== null).map(({ label }) => label)).toEqual(['A1', 'A3']);
    expect(saidBy(await bench.ship(id))).toEqual([409, 'not_packed', 'Nothing is packed yet.']);
    expect(saidBy(await bench.pack(id, String(first)))).toEqual([409, 'not_picked', 'Pick this vial first.']);
    await bench.pack(id, String(second));
    await bench.pick(id, String(first));
    expect((await bench.pack(id, String(first))).json()).toMatchObject({ state: 'packed' });
    expect(saidBy(await bench.ship(id, { tracking_number: ' ' }))).toEqual([
      400,
      'tracking_required',
      'Enter the tracking number.',
    ]);

    const shipped = await bench.ship(id, { tracking_number: '1001921334250001000300794612345678' });
    expect(shipped.json()).toMatchObject({
      entry: { type: 'shipped', quantity: 2, tracking_id: '794612345678', user: patient, codes: [first, second] },
      order: { state: 'shipped' },
    });
    const packing = ['bench.picked', 'bench.packed'];
    expect((await kindsOf(patient)).slice(-5)).toEqual(['bench.picked', 'bench.packed', ...packing, 'vials.shipped']);
    const letters = await world.sql<{ recipient: string; text_body: string }>(
      "select recipient, text_body from letters where kind = 'order-shipped' and text_body like $1",
      [`%patient #${patient},%`],
    );
    expect(letters).toHaveLength(1);
    expect(letters[0]?.recipient).toBe('hc@vialkeep.test');
    expect(letters[0]?.text_body).toContain('794612345678');
    expect(letters[0]?.text_body).not.toContain('New Patient');

    const deliver = () => world.send(bench.lab, deliverVialOrder, { params: { id }, body: {} });
    expect((await deliver()).json()).toMatchObject({ state: 'delivered' });
    expect(saidBy(await deliver())).toEqual([409, 'order_over', 'This order is delivered already.']);
    expect((await kindsOf(patient)).at(-1)).toBe('order.delivered');
    expect(await faults()).toEqual([]);
  });

  test('fewer vials than ordered are shipped only after the caller agrees to their number, and the rest is free', async () => {
    const { id, codes, patient } = await bench.newOrder(3);
    await bench.packAll(id, codes.slice(0, 2));
    expect(saidBy(await bench.ship(id))).toEqual([409, 'short', 'Packed 2 of 3. Ship 2?']);
    expect((await bench.ship(id, { quantity_agreed: 1 })).json().reason).toBe('short');
    expect((await bench.ship(id, { quantity_agreed: 2 })).json()).toMatchObject({
      entry: { quantity: 2, codes: codes.slice(0, 2) },
    });
    const free = await world.sql(
      "select code from vials where patient_id = $1 and state = 'stored' and order_id is null",
      [patient],
    );
    expect(free).toEqual([{ code: codes[2] }]);
    expect(await faults()).toEqual([]);
  });

  test('the pick list is in walking order: by place, where Box 2 stands before Box 10, then by position', async () => {
    const { id: patient, codes } = await bench.addPatient(4);
    const add = (kind: string, name: string, parent: number | null, size = {}) =>
      world.sql<{ id: number }>(
        `insert into places (domain_id, lab_id, parent_id, kind, name, code, rows, columns)
         values (1, $1, $2, $3, $4, $5, $6, $7) returning id`,
        [bench.lab.user.id, parent, kind, name, newCode(), ...Object.values({ rows: null, columns: null, ...size })],
      );
    const [facility] = await add('facility', `Walk ${newCode()}`, null);
    const size = { rows: 2, columns: 2 };
    const [ten] = await add('box', 'Box 10', facility?.id ?? 0, size);
    const [two] = await add('box', 'Box 2', facility?.id ?? 0, size);
    const at = [
      [ten, 1],
      [two, 3],
      [two, 2],
      [ten, 4],
    ] as const;
    for (const [index, [box, position]] of at.entries()) {
      await world.sql('update vials set box_id = $1, position = $2 where code = $3', [box?.id, position, codes[index]]);
    }
    await bench.buy(patient, 4);
    const order = await bench.findOrder(patient);
    const walk = (await bench.read(order?.id ?? 0)).vials.map(({ box, label }) => `${box?.name} ${label}`);
    expect(walk).toEqual(['Box 2 A2', 'Box 2 B1', 'Box 10 A1', 'Box 10 B2']);
    // Positions without events are not what the chain says.
    await world.sql('update vials set box_id = null, position = null where patient_id = $1', [patient]);
  });

  test('a cancelled order frees its vials, and those that were picked are to be put back', async () => {
    const { id, codes } = await bench.newOrder(2);
    await bench.pick(id, String(codes[0]));
    const reason = 'The clinic has called.';
    expect((await bench.cancel(id)).json()).toMatchObject({ state: 'cancelled', vials: [], to_put_back: [codes[0]] });
    expect(await bench.read(id)).toMatchObject({ reason, to_put_back: [codes[0]], may: [] });
    for (const answer of [
      await bench.pick(id, String(codes[1])),
      await bench.pack(id, String(codes[0])),
      await bench.lose(id, String(codes[1])),
      await bench.ship(id),
      await bench.cancel(id),
    ]) {
      expect(saidBy(answer)).toEqual([409, 'order_over', 'This order is cancelled. Put its vials back.']);
    }
    expect(await faults()).toEqual([]);
  });

  test('a shipment that is deleted returns the vials, and the order waits until they are reserved again', async () => {
    const { id, codes, patient } = await bench.newOrder(2);
    await bench.packAll(id, codes);
    const { entry } = (await bench.ship(id)).json();
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry.id } });
    expect(await stateOf(id)).toBe('waiting');
    expect(await bench.read(id)).toMatchObject({ vials: [], tracking_number: '794612345678' });
    await world.letters();
    expect(await stateOf(id)).toBe('ready');
    expect((await bench.findOrder(patient))?.vials).toEqual(codes);
    expect(await faults()).toEqual([]);
  });
});

describe('A vial that is not reserved for the order', () => {
  test('a wrong vial is refused in words: another order, another patient, no order, quarantine, shipped', async () => {
    const { id, patient, codes } = await bench.newOrder(1, 4);
    const other = await bench.newOrder(1);
    await bench.buy(patient, 1);
    const second = await bench.findOrder(patient);
    const [, ofSecond, free, held] = codes.map(String);
    await hold(patient, String(held));
    const said = async (code: string) => saidBy(await bench.pick(id, code));
    expect(await said(String(ofSecond))).toEqual([409, 'wrong_vial', `Reserved for order ${second?.id}`]);
    expect(await said(String(other.codes[0]))).toEqual([409, 'wrong_vial', 'Another patient’s vial']);
    expect(await said(String(free))).toEqual([409, 'wrong_vial', 'Not reserved for this order']);
    expect(await said(String(held))).toEqual([409, 'held_vial', 'In quarantine: deviation']);
    const body = { type: 'shipped', date: '2026-03-05', quantity: 1, user: patient, vial_codes: [free] };
    await world.call(bench.admin, addVialEntry, { body });
    expect(await said(String(free))).toEqual([409, 'wrong_vial', 'Shipped already']);
    await bench.pick(id, String(codes[0]));
    expect(await said(String(codes[0]))).toEqual([409, 'wrong_vial', 'Picked already']);
    expect((await said(newCode()))[0]).toBe(404);
    expect(await stateOf(id)).toBe('picking');
  });

  test('a vial that waits for its release is refused with the test that is open', async () => {
    const { id, patient, codes } = await bench.newOrder(1, 2);
    const [batch] = await world.sql<{ id: number }>(
      `insert into batches (domain_id, lab_id, patient_id, code, passage, opened_on)
       values (1, $1, $2, $3, 1, '2026-01-05') returning id`,
      [bench.lab.user.id, patient, newCode()],
    );
    for (const [test, verdict] of [
      ['viability', 'pass'],
      ['count', 'pass'],
      ['sterility', 'pending'],
    ]) {
      await world.sql(
        `insert into qc_results (domain_id, lab_id, batch_id, test, unit, limit_words, verdict, sampled_on)
         values (1, $1, $2, $3, '', '', $4, '2026-01-06')`,
        [bench.lab.user.id, batch?.id, test, verdict],
      );
    }
    await world.sql('update vials set batch_id = $1 where code = $2', [batch?.id, codes[1]]);
    await hold(patient, String(codes[1]), 'awaiting_release');
    expect(saidBy(await bench.pick(id, String(codes[1])))).toEqual([
      409,
      'held_vial',
      'In quarantine: sterility pending',
    ]);
  });

  test('the order and the vials of another lab are 404 with the bytes of one that does not exist', async () => {
    const { id, codes } = await bench.newOrder(1);
    const other = await otherLabWithBench(world);
    const steps = stepsOf(world, other);
    const unknown = visible(await world.send(other, readVialOrder, { params: { id: 999_999 } }));
    expect(visible(await world.send(other, readVialOrder, { params: { id } }))).toEqual(unknown);
    expect(visible(await steps.pick(id, String(codes[0])))).toEqual(
      visible(await steps.pick(999_999, String(codes[0]))),
    );
    expect((await steps.ship(id)).statusCode).toBe(404);
    expect((await steps.cancel(id)).statusCode).toBe(404);
    expect((await world.send(other, printPackingSlip, { params: { id } })).statusCode).toBe(404);
    expect((await world.send(bench.hc, readVialOrder, { params: { id } })).statusCode).toBe(403);
    expect(await stateOf(id)).toBe('ready');
  });
});

describe('A vial that cannot be found', () => {
  test('a lost vial is held as missing without a position, and the order gets the next one, or waits', async () => {
    const { id, codes, patient } = await bench.newOrder(1, 2);
    const [first, second] = codes.map(String);
    expect((await bench.lose(id, String(first))).json()).toMatchObject({ state: 'ready', vials: [{ code: second }] });
    const [lost] = await world.sql('select hold_reason, box_id, order_id from vials where code = $1', [first]);
    expect(lost).toEqual({ hold_reason: 'missing', box_id: null, order_id: null });
    expect((await bench.lose(id, String(second))).json()).toMatchObject({ state: 'waiting', vials: [] });
    const letters = (await world.letters()).filter(({ subject }) => subject.includes(`order ${id} waits`));
    expect(letters.length).toBeGreaterThan(1);
    await bench.addVials(patient, 1);
    await world.letters();
    expect(await stateOf(id)).toBe('ready');
    expect(await faults()).toEqual([]);
  });

  test('a vial that a stock count marks as missing leaves its order, which gets the next one', async () => {
    const { id, codes, box } = await bench.newOrder(1, 2);
    const count = await world.call(bench.lab, beginStockCount, { body: { box_code: box.code } });
    const resolutions = [
      { code: codes[0], as: 'mark_missing', note: '' },
      { code: codes[1], as: 'leave', note: 'Not scanned' },
    ];
    await world.call(bench.lab, closeStockCount, { params: { id: count.id }, body: { resolutions } });
    expect(await bench.read(id)).toMatchObject({ state: 'ready', vials: [{ code: codes[1] }] });
    expect(await faults()).toEqual([]);
  });

  test('an order that loses packed vials to a quarantine waits, and what it has left can still be shipped', async () => {
    const { id, codes, patient } = await bench.newOrder(2);
    await bench.packAll(id, codes);
    await hold(patient, String(codes[0]));
    expect(await stateOf(id)).toBe('waiting');
    expect(saidBy(await bench.ship(id))).toEqual([409, 'short', 'Packed 1 of 2. Ship 1?']);
    expect((await bench.ship(id, { quantity_agreed: 1 })).json()).toMatchObject({ entry: { codes: [codes[1]] } });
    expect(await faults()).toEqual([]);
  });
});

describe('Scans of orders', () => {
  test('the same scan again answers the same and does nothing; for another order it is refused', async () => {
    const [{ id, codes }, other] = [await bench.newOrder(1), await bench.newOrder(1)];
    const scan = newScan();
    const first = await bench.pick(id, String(codes[0]), scan);
    expect((await bench.pick(id, String(codes[0]), scan)).json()).toEqual(first.json());
    expect((await bench.pick(other.id, String(codes[0]), scan)).json().reason).toBe('scan_id_used');
  });

  test('undo of the last step takes the order back, and a picked vial into its position', async () => {
    const { id, codes, box } = await bench.newOrder(2);
    const [pick, pack] = [newScan(), newScan()];
    const undo = (undoes: string) => world.send(bench.lab, undoScan, { body: { ...newScan(), undoes } });
    await bench.pick(id, String(codes[0]), pick);
    expect(await stateOf(id)).toBe('picking');
    expect((await undo(pick.scan_id)).statusCode).toBe(200);
    expect(await bench.read(id)).toMatchObject({ state: 'ready', vials: [{ picked: false, box: { id: box.id } }, {}] });
    await bench.packAll(id, [String(codes[1])]);
    const again = newScan();
    await bench.pick(id, String(codes[0]), again);
    await bench.pack(id, String(codes[0]), pack);
    expect(await stateOf(id)).toBe('packed');
    expect(saidBy(await undo(again.scan_id))).toEqual([409, 'too_late', 'Changed since, or more than 10 minutes old.']);
    expect((await undo(pack.scan_id)).statusCode).toBe(200);
    expect(await stateOf(id)).toBe('picking');
    expect(await faults()).toEqual([]);
  });

  test('an order and its vials say at a scan what comes next, and the tile counts the order', async () => {
    const before = (await world.call(bench.lab, readBenchHome)).tiles.to_pick;
    const { id, code, codes } = await bench.newOrder(1);
    expect((await world.call(bench.lab, readBenchHome)).tiles.to_pick).toBe(before + 1);
    const look = (text: string) => world.call(bench.lab, lookUpScan, { body: { text } });
    expect(await look(`R${code.replaceAll('-', '')}`)).toMatchObject({
      kind: 'order',
      id,
      next: ['pick_order', 'open_order', 'print_label'],
    });
    const vial = await look(String(codes[0]));
    expect(vial.next).toContain('pick_vial');
    expect(vial.next).toContain('open_order');
    await bench.packAll(id, codes);
    expect((await look(`R${code.replaceAll('-', '')}`)).next).toContain('ship_order');
    await bench.ship(id);
    expect(await look('794612345678')).toMatchObject({ kind: 'tracking' });
    const passport = await world.call(bench.lab, readVialPassport, { params: { code: codes[0] } });
    expect(passport).toMatchObject({ state: 'shipped', order: { id, state: 'shipped' } });
  });

  test('the list has open orders with the oldest first, and ended ones with the newest first', async () => {
    const { id: older } = await bench.newOrder(1);
    const { id: younger } = await bench.newOrder(1);
    const ids = async (query: object) =>
      (await world.call(bench.lab, listVialOrders, { query: { limit: '100', ...query } })).results.map(({ id }) => id);
    const open = await ids({});
    expect(open.indexOf(older)).toBeLessThan(open.indexOf(younger));
    await bench.cancel(older);
    await bench.cancel(younger);
    expect((await ids({ show: 'ended' })).slice(0, 2)).toEqual([younger, older]);
    expect(await ids({ state: 'ready' })).not.toContain(older);
  });

  test('the packing slip is a PDF', async () => {
    const { id } = await bench.newOrder(1);
    const slip = await world.send(bench.lab, printPackingSlip, { params: { id } });
    expect([slip.statusCode, slip.headers['content-type'], slip.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });

  test('a code of another kind is refused at its field', async () => {
    const { id } = await bench.newOrder(1);
    for (const route of [pickOrderVial, packOrderVial]) {
      const body = { ...newScan(), vial_code: 'K-7QM4-TXD9-9' };
      const answer = await world.send(bench.lab, route, { params: { id }, body });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['vial_code']]);
    }
  });
});
