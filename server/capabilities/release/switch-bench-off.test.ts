import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { changeLabSettings, readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { closeDeviation, quarantineVials, releaseVials } from '@vialkeep/contract/release.ts';
import { deliverVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrders } from '../../testing/bench/orders-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let bench: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  world = await newWorld();
  bench = await openOrders(world);
});
afterAll(() => world.close());

const signature = { password: PASSWORD };

/** Changes the settings; answers the words of the refusal, or the status. */
async function change(changes: object) {
  const lab_id = bench.lab.user.id;
  const { version } = await world.call(bench.admin, readLabSettings, { query: { lab_id: String(lab_id) } });
  const answer = await world.send(bench.admin, changeLabSettings, { body: { lab_id, version, ...changes } });
  const { reason, message } = answer.json<{ reason?: string; message?: string }>();
  return answer.statusCode === 200 ? 200 : [answer.statusCode, reason, message?.replace(/^.*open: /, '')];
}

test('a bench is switched off only after its vials, orders, parcels and deviations are settled', async () => {
  const { codes } = await bench.addPatient(2);
  await world.call(bench.lab, quarantineVials, { body: { vial_codes: codes, note: 'Looked cloudy' } });
  const source = { lab_day: '2001-01-01' };
  const { id: deviation } = await world.call(bench.lab, openDeviation, { body: { title: 'Door', text: '', source } });
  const order = await bench.newOrder(1);
  const other = await bench.newOrder(1);
  const refused = (words: string) => [409, 'bench_in_use', words];
  expect(await change({ bench_on: false })).toEqual(refused('2 vials in quarantine, 2 open orders, 1 open deviation.'));
  // Everything else can be changed meanwhile, and what was refused has changed nothing.
  expect(await change({ bench_on: true, tissue_hours: 71 })).toBe(200);

  await bench.packAll(order.id, order.codes);
  expect((await bench.ship(order.id)).statusCode).toBe(200);
  expect((await bench.cancel(other.id)).statusCode).toBe(200);
  const conclusion = { risk: 'none', conclusion: 'It was shut.', signature };
  await world.call(bench.lab, closeDeviation, { params: { id: deviation }, body: conclusion });
  expect(await change({ bench_on: false })).toEqual(refused('2 vials in quarantine, 1 parcel under way.'));

  await world.call(bench.lab, releaseVials, { body: { vial_codes: codes, signature } });
  expect(await change({ bench_on: false })).toEqual(refused('1 parcel under way.'));
  await world.call(bench.lab, deliverVialOrder, { params: { id: order.id }, body: {} });
  expect(await change({ bench_on: false })).toBe(200);
  // A bench that is off stays so without a refusal.
  expect(await change({ bench_on: false, tissue_hours: 70 })).toBe(200);
});
