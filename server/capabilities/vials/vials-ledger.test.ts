import { addVialEntry, deleteVialEntry, editVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NONE_AT_BENCH } from '../../testing/bench/bench-off.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyVials, vialCounts } from './index.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  admin = await world.as('admin');
});
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');
const post = (user: number, type: string, quantity: number) =>
  world.send(admin, addVialEntry, { body: { type, quantity, date: '2026-03-01', user } });
const counted = async (user: number) =>
  (await world.call(admin, readVials, { params: { userId: user } })).data.user_vials;
const statuses = (responses: { statusCode: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ statusCode }) => statusCode)).map(([status, all]) => [
      status,
      all?.length,
    ]),
  );

/** Retries as a client does when the server answers that it is too busy. */
async function insistingOn(call: () => ReturnType<typeof post>): ReturnType<typeof post> {
  const response = await call();
  return response.statusCode === 503 ? insistingOn(call) : response;
}

describe('U-19 Simultaneous changes of the stock', () => {
  test('200 simultaneous shipments of one vial against 100 in store ship exactly 100', {
    timeout: 60_000,
  }, async () => {
    const patient = await newPatient(world);
    await post(patient, 'added', 100);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => insistingOn(() => post(patient, 'shipped', 1))),
    );
    expect(statuses(responses)).toEqual({ 200: 100, 409: 100 });
    const codes = responses.flatMap((response) => (response.statusCode === 200 ? response.json().data.codes : []));
    expect(new Set(codes).size).toBe(100);
    expect(await counted(patient)).toEqual({
      vials_available: 0,
      vials_shipped: 100,
      vials_added: 100,
      ...NONE_AT_BENCH,
    });
    expect(await verifyCustody(db())).toEqual([]);
    expect(await verifyVials(db())).toEqual([]);
  });

  test('two simultaneous shipments of the same vial ship it once', async () => {
    const patient = await newPatient(world);
    await post(patient, 'added', 2);
    const [vial] = await world.call(admin, listVials, { params: { userId: patient } });
    const body = { type: 'shipped', quantity: 1, date: '2026-03-01', user: patient, vial_codes: [vial?.code] };
    const responses = await Promise.all(Array.from({ length: 4 }, () => world.send(admin, addVialEntry, { body })));
    expect(statuses(responses)).toEqual({ 200: 1, 409: 3 });
  });

  test('simultaneous corrections, deletions and shipments of the same vials never make the stock negative', async () => {
    const patient = await newPatient(world);
    const id = (await post(patient, 'added', 10)).json().data.id;
    await Promise.all([
      ...Array.from({ length: 6 }, () => post(patient, 'shipped', 2)),
      world.send(admin, editVialEntry, { params: { id }, body: { quantity: 5 } }),
      world.send(admin, deleteVialEntry, { params: { id } }),
    ]);
    const { vials_added, vials_shipped, vials_available } = await counted(patient);
    expect(vials_available).toBe(vials_added - vials_shipped);
    expect(vials_available).toBeGreaterThanOrEqual(0);
    expect(await verifyVials(db())).toEqual([]);
  });

  test('ten simultaneous deletions of one entry delete it once', async () => {
    const patient = await newPatient(world);
    const id = (await post(patient, 'added', 3)).json().data.id;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => world.send(admin, deleteVialEntry, { params: { id } })),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 404: 9 });
  });
});

type Recording = { does: 'add' | 'ship'; quantity: number };
type Change = { does: 'edit'; entry: number; quantity: number } | { does: 'delete'; entry: number };

const quantity = fc.integer({ min: 1, max: 6 });
const entry = fc.nat(5);
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constantFrom('add' as const, 'ship' as const), quantity }),
    fc.record({ does: fc.constant('edit' as const), entry, quantity }),
    fc.record({ does: fc.constant('delete' as const), entry }),
  ),
  { minLength: 4, maxLength: 14 },
);

type Known = { id: number; type: string; quantity: number };

const total = (entries: readonly Known[], type: string) =>
  entries.filter((known) => known.type === type).reduce((sum, known) => sum + known.quantity, 0);

/** Takes a step and returns the answer and the expected outcome. */
async function take(step: Recording | Change, patient: number, entries: Known[]) {
  const available = total(entries, 'added') - total(entries, 'shipped');
  return 'entry' in step ? change(step, entries, available) : record(step, patient, entries, available);
}

async function record(step: Recording, patient: number, entries: Known[], available: number) {
  const type = step.does === 'add' ? 'added' : 'shipped';
  const response = await post(patient, type, step.quantity);
  if (response.statusCode === 200) entries.push({ id: response.json().data.id, type, quantity: step.quantity });
  return { answered: response.statusCode, fits: type === 'added' || step.quantity <= available };
}

async function change(step: Change, entries: Known[], available: number) {
  const known = entries[step.entry];
  if (!known) return { answered: 200, fits: true };
  const [out] = await world.sql<{ n: number }>(
    "select count(*)::int as n from vials where added_entry_id = $1 and state = 'shipped'",
    [known.id],
  );
  const wanted = step.does === 'edit' ? step.quantity : 0;
  const fits = known.type === 'added' ? wanted >= (out?.n ?? 0) : wanted - known.quantity <= available;
  const params = { id: known.id };
  const response =
    step.does === 'edit'
      ? await world.send(admin, editVialEntry, { params, body: { quantity: wanted } })
      : await world.send(admin, deleteVialEntry, { params });
  if (response.statusCode === 200 && step.does === 'edit') known.quantity = wanted;
  else if (response.statusCode === 200) entries.splice(step.entry, 1);
  return { answered: response.statusCode, fits };
}

describe('Arbitrary sequences of adds, edits, deletions and shipments', () => {
  test('available equals added less shipped and is never negative, the ledger replays to it, and the chain is intact', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const patient = await newPatient(world);
        const entries: Known[] = [];
        for (const step of sequence) {
          const { answered, fits } = await take(step, patient, entries);
          expect(answered).toBe(fits ? 200 : 409);
          const { vials_added, vials_shipped, vials_available } = await counted(patient);
          expect({ vials_added, vials_shipped }).toEqual({
            vials_added: total(entries, 'added'),
            vials_shipped: total(entries, 'shipped'),
          });
          expect(vials_available).toBe(vials_added - vials_shipped);
          expect(vials_available).toBeGreaterThanOrEqual(0);
        }
        const { vials_added: added, vials_shipped: shipped, vials_available: available } = await counted(patient);
        const counts = await vialCounts(db(), [patient]);
        expect([...counts]).toEqual([[patient, { added, shipped, available }]]);
        expect(await verifyVials(db())).toEqual([]);
        expect(await verifyCustody(db())).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
