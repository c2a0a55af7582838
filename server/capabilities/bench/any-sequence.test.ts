import { undoScan } from '@vialkeep/contract/bench.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { changeLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { createPlace, placeVial, takeVial } from '@vialkeep/contract/places.ts';
import {
  closeDeviation,
  discardVials,
  quarantineVials,
  recallDeviation,
  releaseVials,
} from '@vialkeep/contract/release.ts';
import { addVialEntry, deleteVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFaults as listAllFaults } from '../../cli/walk-ledger.ts';
import { newOperator, PIN } from '../../testing/bench/lab-world.ts';
import { openOrders } from '../../testing/bench/orders-world.ts';
import { newScan, newStorage } from '../../testing/bench/storage-world.ts';
import { unhurried } from '../../testing/servers/unhurried.ts';
import { newWorld, type World } from '../../testing/world.ts';

const ACTIONS = process.env['LONG'] ? 5_000 : 250;
const TABLETS = 4;
const SIDE = 3;
const signature = { pin: PIN };

let world: World;
let orders: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  world = await newWorld({ ...unhurried, DATABASE_POOL: '16' });
  orders = await openOrders(world, { short_orders: 'accept' });
  await newOperator(world, orders.lab);
});
afterAll(() => world.close());

/** Deterministic numbers below a limit (a linear congruential generator). */
function newDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('Any sequence of actions at the bench', () => {
  test(`after ${ACTIONS} random actions of ${TABLETS} tablets counts, positions and reservations agree with the chains`, {
    timeout: 3_600_000,
  }, async () => {
    const tally = await actAtRandom(Number(process.env['SEED'] ?? 20_261_118));
    const counts = await world.sql<{ patient_id: number; added: number; sum: number }>(
      `select patient_id, count(*) filter (where state <> 'withdrawn')::int as added,
         (count(*) filter (where vial_is_available(state, held_at)) + count(*) filter (where state = 'stored'
           and held_at is not null) + count(*) filter (where state = 'shipped')
           + count(*) filter (where state = 'discarded'))::int as sum
       from vials group by 1`,
    );
    expect(counts.filter(({ added, sum }) => added !== sum)).toEqual([]);
    const wrongReservations = await world.sql(
      `select vials.code, vials.state, vial_orders.state as ordered from vials join vial_orders on vial_orders.id = order_id
       where vials.state = 'stored' and (held_at is not null
         or vial_orders.state not in ('unpaid', 'waiting', 'ready', 'picking', 'packed'))`,
    );
    expect(wrongReservations).toEqual([]);
    expect(await listFaults()).toEqual([]);
    process.stdout.write(`actions at the bench: ${JSON.stringify(tally)}\n`);
    expect(tally['ship 200'] ?? 0).toBeGreaterThan(0);
  });

  test('one changed byte in an event or in a signed record is found and named', async () => {
    const patient = await orders.addPatient(1);
    await world.call(orders.lab, quarantineVials, { body: { vial_codes: patient.codes, note: 'Label unclear' } });
    await changeAgainstTriggers(
      `update custody_events set facts = jsonb_set(facts, '{reason}', '"deviatioN"')
       where patient_id = ${patient.id} and kind = 'bench.quarantined'`,
    );
    expect(await listFaults()).toEqual(
      expect.arrayContaining([expect.stringContaining(`Patient #${patient.id}, event`)]),
    );
    const [signed] = await world.sql<{ id: number }>('select id from signatures order by id limit 1');
    await changeAgainstTriggers(`update signatures set printed_name = printed_name || 'x' where id = ${signed?.id}`);
    expect(await listFaults()).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^Signature #${signed?.id}\\b`))]),
    );
  });
});

/** The files of the demo's documents are not in a world of tests. */
async function listFaults(): Promise<string[]> {
  const faults = await listAllFaults(world.app.services);
  return faults.filter((fault) => !fault.endsWith(': its file is missing'));
}

async function changeAgainstTriggers(statement: string): Promise<void> {
  await world.sql(`do $$ begin set local session_replication_role = 'replica'; ${statement}; end $$`);
}

/** Lets several tablets act at random on the vials of a few patients; returns how often each action got each answer. */
async function actAtRandom(seed: number): Promise<Record<string, number>> {
  const { admin, lab } = orders;
  const dice = newDice(seed);
  const patients = await Promise.all([6, 6, 6].map((vials) => orders.addPatient(vials)));
  const { rack } = await newStorage(world, lab);
  const addBox = (name: string) =>
    world.call(lab, createPlace, { body: { kind: 'box', name, parent_id: rack.id, rows: SIDE, columns: SIDE } });
  const boxes = [await addBox('One'), await addBox('Two')];
  const scans: string[] = [];
  const deviations: number[] = [];
  const choose = <T>(items: readonly T[]): T => {
    const item = items[dice(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  const scan = () => {
    const made = newScan();
    scans.push(made.scan_id);
    return made;
  };
  const vial = () => choose(choose(patients).codes);
  /** Mostly a vial at this step of its order, sometimes any vial for any order. */
  const ofOrder = async (at: string, step: (id: number, code: string) => Promise<Answer>) => {
    const fitting = await listReserved(at);
    if (fitting.length > 0 && dice(5) > 0) {
      const { order_id, code } = choose(fitting);
      return step(order_id, code);
    }
    const all = await listReserved('true');
    return all.length === 0 ? null : step(choose(all).order_id, vial());
  };

  const actions: Readonly<Record<string, () => Promise<Answer | null>>> = {
    add: async () => {
      const patient = choose(patients);
      const body = { type: 'added', date: '2026-03-02', quantity: 1, user: patient.id };
      const answer = await world.send(admin, addVialEntry, { body });
      if (answer.statusCode === 200) patient.codes.push(...answer.json().data.codes);
      return answer;
    },
    place: () => world.send(lab, placeVial, { body: { ...scan(), vial_code: vial(), box_code: choose(boxes).code } }),
    take: () => world.send(lab, takeVial, { body: { ...scan(), vial_code: vial() } }),
    buy: () => orders.buy(choose(patients).id, 1 + dice(3), { isDeclined: dice(12) === 0 }),
    pick: () => ofOrder('picked_at is null', orders.pick),
    pack: () => ofOrder('picked_at is not null and packed_at is null', orders.pack),
    lose: () => ofOrder('picked_at is null', orders.lose),
    ship: () => ofOrder('packed_at is not null', (id) => orders.ship(id, { quantity_agreed: 1 + dice(3) })),
    cancel: () => ofOrder('true', (id) => orders.cancel(id)),
    undo: () => world.send(lab, undoScan, { body: { ...newScan(), undoes: scans.at(-1) ?? newScan().scan_id } }),
    quarantine: () => world.send(lab, quarantineVials, { body: { vial_codes: [vial()], note: 'A cracked cap' } }),
    release: () =>
      world.send(lab, releaseVials, {
        body: { vial_codes: [vial()], note: 'Recorded by the documented form.', signature },
      }),
    deviate: async () => {
      const body = { title: 'A warm box', text: 'Seen at noon', source: { vials: [vial()] }, is_drill: dice(3) === 0 };
      const answer = await world.send(lab, openDeviation, { body });
      if (answer.statusCode === 200) deviations.push(answer.json().id);
      return answer;
    },
    recall: async () =>
      deviations.length === 0
        ? null
        : world.send(lab, recallDeviation, {
            params: { id: choose(deviations) },
            body: { quarantine: true, notify: dice(2) === 0 },
          }),
    close: async () =>
      deviations.length === 0
        ? null
        : world.send(lab, closeDeviation, {
            params: { id: choose(deviations) },
            body: { risk: 'none', conclusion: 'Nothing was warm.', signature },
          }),
    discard: () =>
      world.send(lab, discardVials, { body: { vial_codes: [vial()], basis: 'recall', note: 'As agreed', signature } }),
    'take a shipment back': async () => {
      const [entry] = await world.sql<{ id: number }>(
        "select id from vial_entries where type = 'shipped' and deleted_at is null and patient_id = $1 limit 1",
        [choose(patients).id],
      );
      return entry ? world.send(admin, deleteVialEntry, { params: { id: entry.id } }) : null;
    },
    'change the policy': async () => {
      const [row] = await world.sql<{ version: number }>('select version from lab_settings where lab_id = $1', [
        lab.user.id,
      ]);
      const release_policy = dice(6) === 0 ? 'signed' : 'on_record';
      const body = { lab_id: lab.user.id, version: row?.version ?? 0, release_policy };
      return world.send(admin, changeLabSettings, { body });
    },
  };

  /** The usual steps come more often, so that orders reach their end. */
  const usual = ['place', 'place', 'buy', 'pick', 'pick', 'pick', 'pack', 'pack', 'pack', 'ship', 'ship', 'release'];
  const names = [...Object.keys(actions), ...usual, ...usual, ...usual, ...usual];
  const tally: Record<string, number> = {};
  let left = ACTIONS;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const name = choose(names);
      const answer = await actions[name]?.();
      if (!answer) continue;
      const said = `${name} ${answer.statusCode}`;
      tally[said] = (tally[said] ?? 0) + 1;
      expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: TABLETS }, work));
  return tally;
}

function listReserved(at: string): Promise<{ order_id: number; code: string }[]> {
  return world.sql(`select order_id, code from vials where state = 'stored' and order_id is not null and ${at}`);
}

type Answer = Awaited<ReturnType<World['send']>>;
