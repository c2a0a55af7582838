import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newCode } from '../../testing/bench/fill-bench.ts';
import { openOrders } from '../../testing/bench/orders-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { holdVials, verifyPlaces, verifyVials } from '../vials/index.ts';
import { settleOrders } from './settle-orders.ts';
import { verifyOrders } from './verify-orders.ts';

const IS_LONG = process.env.LONG === '1';
const SCANS = IS_LONG ? 10_000 : 600;
const PATIENTS = IS_LONG ? 60 : 8;
const ROUNDS = IS_LONG ? 100 : 6;
const [CHECKOUTS, VIALS] = IS_LONG ? [200, 50] : [40, 10];
const TIMEOUT_MS = 1_200_000;

let world: World;
let bench: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '100000', DATABASE_POOL: '24' });
  bench = await openOrders(world, { short_orders: 'refuse' });
}, TIMEOUT_MS);
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');
const faults = async () => [
  ...(await verifyCustody(db())),
  ...(await verifyVials(db())),
  ...(await verifyPlaces(db())),
  ...(await verifyOrders(db())),
];
const count = async (text: string, values: unknown[] = []) =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n ?? 0;

async function cancelAfter(pause: number, id: number) {
  await sleep(pause);
  return bench.cancel(id);
}

/** Puts a vial into quarantine, as a deviation does. */
async function holdAfter(pause: number, patient: number, code: string): Promise<void> {
  await sleep(pause);
  await world.app.services.store.write(1, actorlessContext('race'), async (work) => {
    const { freed } = await holdVials(work, { id: patient, domainId: 1 }, { codes: [code], reason: 'deviation' });
    await settleOrders(work, freed);
    await audit(work, { domainId: 1, action: 'bench.test', subject: 'vial', subjectId: code });
  });
}

async function walkOrder(id: number, code: string): Promise<void> {
  await bench.pick(id, code);
  await bench.pack(id, code);
  await bench.ship(id);
}

function countBy(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('Orders at the same time', () => {
  test(
    'checkouts for the last vials reserve exactly these, and the others are refused before a charge',
    async () => {
      const { id } = await bench.addPatient(VIALS);
      const charges = await count('sandbox_charges');
      // Every checkout has a number of its own: a second one with the same number gets the outcome of the first.
      await world.sql(
        "select setval(pg_get_serial_sequence('transactions', 'id'), (select max(id) from transactions) + $1)",
        [CHECKOUTS],
      );
      const numbers = await world.sql<{ invoice_id: number }>(
        `select invoice_id from generate_series(1001, next_transaction_id()) invoice_id
         where not exists (select from checkouts where buyer_id = $1 and checkouts.invoice_id = invoice_id.invoice_id)
         limit $2`,
        [bench.hc.user.id, CHECKOUTS],
      );
      expect(numbers).toHaveLength(CHECKOUTS);
      const responses = await Promise.all(numbers.map((number) => bench.buy(id, 1, number)));
      const answers = responses.map((answer) => ({ statusCode: answer.statusCode, reason: answer.json().reason }));
      const bought = answers.filter(({ statusCode }) => statusCode === 200).length;
      const refused = answers.filter(({ reason }) => reason === 'vials_short').length;
      const reserved = await count('vials where patient_id = $1 and order_id is not null', [id]);
      process.stdout.write(`${CHECKOUTS} checkouts for ${VIALS} vials: ${bought} bought, ${refused} refused\n`);
      expect(reserved).toBe(VIALS);
      expect(await count("vial_orders where patient_id = $1 and state = 'ready'", [id])).toBe(VIALS);
      expect((await count('sandbox_charges')) - charges).toBe(VIALS);
      expect([bought, refused]).toEqual([VIALS, CHECKOUTS - VIALS]);
      expect(await faults()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'a cancellation or a shipment at the same time wins alone, and the vials are free or shipped',
    async () => {
      const wins = { shipped: 0, cancelled: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, codes } = await bench.newOrder(2);
        await bench.packAll(id, codes);
        // A shipment does more before it locks the order, so that in some rounds it gets a start.
        const pause = (round % 4) * 8;
        const answers = await Promise.all([
          bench.ship(id),
          cancelAfter(pause, id),
          bench.ship(id),
          cancelAfter(pause, id),
        ]);
        expect(countBy(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 1, 409: 3 });
        const [order] = await world.sql<{ state: 'shipped' | 'cancelled' }>(
          'select state from vial_orders where id = $1',
          [id],
        );
        const state = order?.state ?? 'cancelled';
        wins[state] += 1;
        const left = await count("vials where code = any($1) and state = 'shipped'", [codes]);
        expect(left).toBe(state === 'shipped' ? 2 : 0);
      }
      process.stdout.write(`${ROUNDS} rounds of ship against cancel: ${JSON.stringify(wins)}\n`);
      expect(await faults()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'a quarantine against picking, packing and shipping never ships a held vial',
    async () => {
      const ends: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, codes, patient } = await bench.newOrder(1);
        const [code = ''] = codes;
        // Each round begins the quarantine at another step.
        await Promise.all([walkOrder(id, code), holdAfter((round % 6) * 40, patient, code)]);
        const [vial] = await world.sql<{ end: string }>(
          `select vials.state || case when held_at is null then '' else ', held' end || '; order ' || vial_orders.state as end
           from vials, vial_orders where vials.code = $1 and vial_orders.id = $2`,
          [code, id],
        );
        const end = vial?.end ?? '';
        ends[end] = (ends[end] ?? 0) + 1;
      }
      process.stdout.write(`${ROUNDS} rounds of pick against quarantine: ${JSON.stringify(ends)}\n`);
      expect(Object.keys(ends).filter((end) => !ALLOWED.has(end))).toEqual([]);
      expect(await faults()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'a random scan is accepted exactly where the order has reserved the vial, and every other one is refused in its words',
    async () => {
      const orders: number[] = [];
      const vials = new Map<string, ScannedVial>();
      for (let patients = 0; patients < PATIENTS; patients += 1) {
        const { id, patient, codes } = await bench.newOrder(2, 4);
        const [first = '', second = '', third = '', held = ''] = codes;
        await bench.buy(patient, 1);
        const other = await bench.findOrder(patient);
        if (!other) throw new Error('The second order was not made.');
        await holdAfter(0, patient, held);
        orders.push(id, other.id);
        for (const code of [first, second]) vials.set(code, { patient, order: id, step: 'reserved' });
        vials.set(third, { patient, order: other.id, step: 'reserved' });
        vials.set(held, { patient, order: null, step: 'held' });
      }
      const patientOf = new Map([...vials.values()].map(({ order, patient }) => [order, patient]));
      const codes = [...vials.keys(), newCode(), newCode()];
      const random = (below: number) => Math.floor(Math.random() * below);
      const counts: Record<string, number> = {};
      for (let scan = 0; scan < SCANS; scan += 1) {
        const code = codes[random(codes.length)] ?? '';
        const vial = vials.get(code);
        // Without this, hardly any of the scans would meet the order of its vial.
        const order = random(3) === 0 && vial?.order ? vial.order : (orders[random(orders.length)] ?? 0);
        const step = random(2) === 0 ? 'pick' : 'pack';
        const expected = expectScan(vial, { order, patient: patientOf.get(order) ?? 0, step });
        const answer = await bench[step](order, code);
        expect([step, code, answer.statusCode === 200 ? 'taken' : wordsOf(answer)]).toEqual([step, code, expected]);
        if (vial && expected === 'taken') vial.step = step === 'pick' ? 'picked' : 'packed';
        const kind = expected.replace(/\d+/, 'N');
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      process.stdout.write(`${SCANS} random scans: ${JSON.stringify(counts)}\n`);
      expect(Object.keys(counts).toSorted()).toEqual([...EVERY_OUTCOME].toSorted());
      expect(await faults()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** A held vial is in no order; a shipped one was not held. */
const ALLOWED = new Set(['shipped; order shipped', 'stored, held; order waiting']);

type ScannedVial = {
  readonly patient: number;
  readonly order: number | null;
  step: 'held' | 'reserved' | 'picked' | 'packed';
};

type OrderScan = { readonly order: number; readonly patient: number; readonly step: 'pick' | 'pack' };

const EVERY_OUTCOME = [
  'taken',
  'Not found.',
  'Another patient’s vial',
  'In quarantine: deviation',
  'Reserved for order N',
  'Picked already',
  'Packed already',
  'Pick this vial first.',
];

/** What the rules of picking say, without the database. */
function expectScan(vial: ScannedVial | undefined, { order, patient, step }: OrderScan): string {
  if (!vial) return 'Not found.';
  if (vial.patient !== patient) return 'Another patient’s vial';
  if (vial.step === 'held') return 'In quarantine: deviation';
  if (vial.order !== order) return `Reserved for order ${vial.order}`;
  if (vial.step === 'packed') return 'Packed already';
  if (step === 'pick') return vial.step === 'picked' ? 'Picked already' : 'taken';
  return vial.step === 'reserved' ? 'Pick this vial first.' : 'taken';
}

function wordsOf(answer: { json: () => { message: string; fields?: { vial_code?: string } } }): string {
  const { message, fields } = answer.json();
  return fields?.vial_code ?? message;
}
