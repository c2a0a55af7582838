import type { StoredSource } from '@vialkeep/contract/deviations.ts';
import {
  exportTrace,
  listDeviations,
  openDeviation,
  readDeviation,
  traceSource,
} from '@vialkeep/contract/deviations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillBench } from '../../testing/bench/fill-bench.ts';
import { openBench } from '../../testing/bench/lab-world.ts';
import { otherLabWithBench } from '../../testing/bench/storage-world.ts';
import { expectedVials, fillLab } from '../../testing/bench/trace-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { traceIds } from './trace-ids.ts';

const [PATIENTS, VIALS] = process.env.LONG ? [10_000, 100_000] : [60, 600];
const TIMEOUT_MS = 600_000;

let world: World;
let lab: Awaited<ReturnType<typeof openBench>>['lab'];
let center: number;
let sources: [string, StoredSource][];
beforeAll(async () => {
  world = await newWorld();
  ({ lab } = await openBench(world));
  center = await world.idOf('hc@vialkeep.test');
  await fillLab(world, { labId: lab.user.id, centerId: center, patients: PATIENTS, vials: VIALS });
  const id = async (text: string) => {
    const [row] = await world.sql<{ id: number }>(text, [lab.user.id]);
    if (!row) throw new Error(`Nothing found: ${text}`);
    return row.id;
  };
  const codes = await world.sql<{ code: string }>('select code from vials where lab_id = $1 order by id limit 40', [
    lab.user.id,
  ]);
  const freezer = await id("select id from places where lab_id = $1 and kind = 'freezer' order by id limit 1");
  const rack = await id("select id from places where lab_id = $1 and kind = 'rack' order by id limit 1");
  const facility = await id("select id from places where lab_id = $1 and kind = 'facility' order by id limit 1");
  const box = await id("select max(id) as id from places where lab_id = $1 and kind = 'box'");
  const day = (n: number, hour = '12') => `2026-05-${String(n).padStart(2, '0')}T${hour}:00:00.000Z`;
  // @NOTE ids of the rows that were just written.
  sources = [
    ['a lot of kits', { kit_lot: await id("select id from lots where lab_id = $1 and lot = 'TR-kit1'") }],
    ['a lot of a reagent', { reagent_lot: await id("select id from lots where lab_id = $1 and lot = 'TR-reagent1'") }],
    ['a batch', { batch: await id('select id from batches where lab_id = $1 order by id offset 7 limit 1') }],
    ['an arrival', { arrival: await id('select id from arrivals where lab_id = $1 order by id offset 9 limit 1') }],
    ['a day of arrivals and batches', { lab_day: '2026-02-11' }],
    ['a day on which vials were made', { lab_day: '2026-03-02' }],
    ['vials', { vials: codes.map(({ code }) => code) }],
    ['a freezer before anything was moved', { place: freezer, from: day(2), to: day(3) }],
    ['a freezer while vials were out', { place: freezer, from: day(6), to: day(7) }],
    ['a freezer while boxes and racks moved', { place: freezer, from: day(9), to: day(13) }],
    ['a freezer after all moves', { place: freezer, from: day(14), to: day(20) }],
    ['a rack for one moment', { place: rack, from: day(11), to: day(11) }],
    ['a facility before anything was placed', { place: facility, from: '2026-04-01T00:00:00.000Z', to: day(1, '07') }],
    ['the moment of a move', { place: box, from: day(8, '08'), to: day(8, '08') }],
    ['the moment of leaving', { place: freezer, from: day(5, '08'), to: day(5, '08') }],
  ] as [string, StoredSource][];
}, TIMEOUT_MS);
afterAll(() => world.close());

describe('A trace', () => {
  test(
    'a trace finds from each kind of source what a plain query finds',
    async () => {
      const db = world.app.services.store.read('platform');
      const of = { id: lab.user.id, domainId: 1 };
      for (const [name, source] of sources) {
        const began = performance.now();
        const { vials } = await traceIds(db, of, source);
        const ms = Math.round(performance.now() - began);
        if (process.env.LONG) process.stdout.write(`trace of ${name}: ${vials.length} vials in ${ms} ms\n`);
        expect([name, vials]).toEqual([name, await expectedVials(world, of.id, source)]);
        const some = vials.filter((_, index) => index % 3 === 0).slice(0, 50);
        const outside = (await world.sql<{ id: number }>('select id from vials order by id desc limit 3')).map(
          (row) => row.id,
        );
        const only = await traceIds(db, of, source, [...some, ...outside]);
        const isTraced = new Set(vials);
        const expected = [...new Set([...some, ...outside.filter((id) => isTraced.has(id))])];
        expect(only.vials).toEqual(expected.toSorted((one, other) => one - other));
      }
      expect(sources.filter(([name]) => !name.includes('before anything was placed')).length).toBe(14);
    },
    TIMEOUT_MS,
  );

  test('a trace shows shipped vials first, with consignee and tracking number, and counts all', async () => {
    const [, source] = sources[0] ?? [];
    const trace = await world.call(lab, traceSource, { body: { source } });
    const [counted] = await world.sql<{ vials: number; shipped: number; patients: number }>(
      `select count(*)::int as vials, (count(*) filter (where state = 'shipped'))::int as shipped,
         count(distinct patient_id)::int as patients
       from vials where id = any($1)`,
      [await expectedVials(world, lab.user.id, source ?? { lab_day: '' })],
    );
    expect(trace.counts).toMatchObject({ vials: counted?.vials, patients: counted?.patients, clinics: 1, lots: 1 });
    expect(trace.vials[0]).toMatchObject({
      state: 'shipped',
      consignee: { id: center },
      shipped_on: '2026-06-01',
      tracking_number: expect.stringMatching(/^TRK/),
    });
    const states = trace.vials.map(({ state }) => state);
    expect(states).toEqual(states.toSorted((one, other) => Number(one !== 'shipped') - Number(other !== 'shipped')));
    expect(trace.clinics).toMatchObject([{ id: center, vials: counted?.vials, shipped: counted?.shipped }]);
    expect(trace.shipments.length).toBe(Math.min(200, trace.counts.shipments));
  });

  test('the file has every vial once, shipped ones first, and runs no formula', async () => {
    const [, source] = sources[2] ?? [];
    await world.sql("update users set company = '=1+1' where id = $1", [center]);
    const { id } = await world.call(lab, openDeviation, { body: { title: 'For the file', source } });
    const { body, headers } = await world.send(lab, exportTrace, { params: { id } });
    expect(headers['content-disposition']).toContain(`trace-of-deviation-${id}.csv`);
    const lines = body.trim().split('\r\n');
    const vials = await expectedVials(world, lab.user.id, source ?? { lab_day: '' });
    expect(lines).toHaveLength(vials.length + 1);
    expect(lines[0]).toContain('Vial,State,In quarantine,Patient');
    expect(body).toContain("'=1+1");
    expect(body).not.toMatch(/(^|,)=1\+1/m);
  });
});

describe('Deviations', () => {
  test('a lab opens, lists and reads its own, and other labs find nothing', async () => {
    const [, source] = sources[0] ?? [];
    const opened = await world.call(lab, openDeviation, { body: { title: 'Cracked lids', text: 'Seen', source } });
    expect(opened).toMatchObject({
      state: 'open',
      is_drill: false,
      source_words: 'Kit lot TR-kit1 (Trace kit)',
      recalled: { vials: 0, quarantined: 0, letters: 0 },
      may: ['recall', 'close'],
    });
    const list = await world.call(lab, listDeviations, { query: { state: 'open' } });
    expect(list.results[0]).toMatchObject({ id: opened.id, title: 'Cracked lids' });
    const other = await otherLabWithBench(world);
    expect(await world.refusalOf(other, readDeviation, { params: { id: opened.id } })).toMatchObject({ status: 404 });
    expect(await world.refusalOf(other, exportTrace, { params: { id: opened.id } })).toMatchObject({ status: 404 });
    for (const [name, of] of sources) {
      if ('lab_day' in of || 'arrival' in of) continue;
      const refusal = await world.refusalOf(other, openDeviation, { body: { title: name, source: of } });
      expect([name, refusal.status]).toEqual([name, 404]);
      expect(await world.refusalOf(other, traceSource, { body: { source: of } })).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['no source', {}],
    ['two sources', { batch: 1, lab_day: '2026-01-01' }],
    ['an arrival, which only an inspection opens', { arrival: 1 }],
    ['a place without a time', { place: 1 }],
    ['a time that ends before it begins', { place: 1, from: '2026-05-02T00:00:00Z', to: '2026-05-01T00:00:00Z' }],
    ['no vials', { vials: [] }],
    ['a code that was misread', { vials: ['ABCD-EFGH-1'] }],
  ])('a deviation with %s is refused at its field', async (_, source) => {
    const refusal = await world.wholeRefusalOf(lab, openDeviation, { body: { title: 'Wrong', source } });
    expect(refusal).toMatchObject({ status: 400 });
    expect(Object.keys((refusal as { fields: object }).fields)[0]).toMatch(/^source/);
  });

  test('one vial of another lab refuses the whole source, by name', async () => {
    const { vial } = await fillBench(world);
    const [foreign] = await world.sql<{ code: string }>('select code from vials where id = $1', [vial]);
    const [own] = await world.sql<{ code: string }>('select code from vials where lab_id = $1 limit 1', [lab.user.id]);
    // Codes of the filled lab have no check character that fits, so that the second code is one of the demo's.
    const [demo] = await world.sql<{ code: string }>(
      "select code from vials join users on users.id = lab_id where users.email = 'lab2@vialkeep.test' limit 1",
    );
    const codes = [demo?.code, foreign?.code];
    const refusal = await world.wholeRefusalOf(lab, openDeviation, {
      body: { title: 'Wrong', source: { vials: codes } },
    });
    expect(refusal).toMatchObject({ status: 404, fields: { source: `Not found: ${codes.join(', ')}.` } });
    expect(own).toBeDefined();
  });
});
