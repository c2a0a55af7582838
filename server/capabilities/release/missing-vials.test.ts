import { closeBatch, readBatch, recordQc } from '@vialkeep/contract/batches.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import {
  closeDeviation,
  listCandidates,
  quarantineVials,
  recallDeviation,
  releaseVials,
} from '@vialkeep/contract/release.ts';
import { beginStockCount, closeStockCount, scanIntoCount } from '@vialkeep/contract/stock-counts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEvents, today } from '../../testing/bench/intake-world.ts';
import { openRelease, type ReleaseWorld, refused, SIGNED } from '../../testing/bench/release-world.ts';
import { newScan, newStorage, scansOf } from '../../testing/bench/storage-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyVials } from '../vials/index.ts';

let world: World;
let bench: ReleaseWorld;
beforeAll(async () => {
  world = await newWorld();
  bench = await openRelease(world);
});
afterAll(() => world.close());

/** Puts vials into a new box. */
async function place(codes: readonly string[]) {
  const { box } = await newStorage(world, bench.lab);
  for (const code of codes) await scansOf(world, bench.lab).place(code, box.code);
  return box;
}

/** Puts a vial into a new box, where a stock count does not find it. */
async function lose(code: string) {
  const box = await place([code]);
  const { id } = await world.call(bench.lab, beginStockCount, { body: { box_code: box.code } });
  const resolutions = [{ code, as: 'mark_missing', note: '' }];
  await world.call(bench.lab, closeStockCount, { params: { id }, body: { resolutions } });
  expect(await holdsOf([code])).toEqual([['missing', null]]);
  return box;
}

const holdsOf = async (codes: readonly string[]) =>
  (await bench.statesOf(codes)).map(({ hold_reason, hold_deviation_id }) => [hold_reason, hold_deviation_id]);
const open = async (source: object) =>
  (await world.call(bench.lab, openDeviation, { body: { title: 'Warm freezer', text: '', source } })).id;
const close = (id: number) => {
  const body = { risk: 'none', conclusion: 'The probe was wrong.', signature: SIGNED };
  return world.call(bench.lab, closeDeviation, { params: { id }, body });
};

describe('A vial that is held as missing', () => {
  test('a missing vial is not released before it is found, and the others of its batch are', async () => {
    const { codes, batch } = await bench.newVials({ vials: 3 });
    const [lost, ...others] = codes.map(String);
    await lose(String(lost));
    const said = { found: `Missing: ${lost}. Scan into a box what is found` };
    expect(refused(await bench.release(codes))).toMatchObject({
      status: 409,
      reason: 'criteria_not_met',
      fields: said,
    });
    expect(refused(await bench.release([String(lost)]))).toMatchObject({ fields: said });
    const { results } = await world.call(bench.lab, listCandidates);
    const groups = results.filter(({ batch_id }) => batch_id === batch.id);
    expect(groups.map(({ vial_codes, hold_reasons }) => [vial_codes, hold_reasons])).toEqual([
      [[lost], ['missing']],
      [others, ['awaiting_release']],
    ]);
    expect(groups.map(({ criteria }) => criteria.filter(({ met }) => !met))).toMatchObject([
      [{ name: 'found', words: said.found }],
      [],
    ]);
    expect((await bench.release(others)).statusCode).toBe(200);
    await place([String(lost)]);
    expect(await holdsOf([String(lost)])).toEqual([['awaiting_release', null]]);
    expect((await bench.release([String(lost)])).statusCode).toBe(200);
  });

  test('a missing vial is not released by the password of an administrator either', async () => {
    const { codes } = await bench.newVials({ vials: 1 });
    await lose(String(codes[0]));
    const body = { lab_id: bench.lab.user.id, vial_codes: codes, signature: { password: PASSWORD } };
    const answer = await world.send(bench.admin, releaseVials, { body });
    expect(answer.json()).toMatchObject({ reason: 'criteria_not_met' });
  });

  test('a missing vial that was free before is free again when a stock count finds it', async () => {
    const { codes, patient } = await bench.newVials({ vials: 1 });
    await bench.release(codes);
    await lose(String(codes[0]));
    const { box } = await newStorage(world, bench.lab);
    const { id } = await world.call(bench.lab, beginStockCount, { body: { box_code: box.code } });
    await world.call(bench.lab, scanIntoCount, { params: { id }, body: { ...newScan(), text: codes[0] } });
    const resolutions = [{ code: codes[0], as: 'move_here', note: '' }];
    await world.call(bench.lab, closeStockCount, { params: { id }, body: { resolutions } });
    expect(await holdsOf(codes)).toEqual([[null, null]]);
    expect((await listEvents(world, patient)).slice(-2)).toMatchObject([
      { kind: 'bench.found', facts: { reason: null, deviation: null, codes } },
      { kind: 'bench.placed', facts: { box: box.id } },
    ]);
  });

  test('a vial that is lost twice goes back to what held it at first', async () => {
    const { codes } = await bench.newVials({ vials: 1 });
    for (let times = 0; times < 2; times += 1) {
      await lose(String(codes[0]));
      await place(codes);
      expect(await holdsOf(codes)).toEqual([['awaiting_release', null]]);
    }
  });

  test('a missing vial stays missing in a recall, also when that is closed, and is held by it if it is found before', async () => {
    const [one, other] = (await bench.newVials({ vials: 2 })).codes.map(String);
    await lose(String(one));
    await lose(String(other));
    const id = await open({ vials: [one, other] });
    await world.call(bench.lab, recallDeviation, { params: { id }, body: { quarantine: true } });
    expect(await holdsOf([String(one), String(other)])).toEqual([
      ['missing', null],
      ['missing', null],
    ]);
    await place([String(one)]);
    expect(await holdsOf([String(one)])).toEqual([['deviation', id]]);
    await close(id);
    expect((await bench.release([String(one)])).statusCode).toBe(200);
    expect(refused(await bench.release([String(other)]))).toMatchObject({ reason: 'criteria_not_met' });
    await place([String(other)]);
    expect(await holdsOf([String(other)])).toEqual([['awaiting_release', null]]);
  });

  test('a found vial is held for a deviation by which it was put into quarantine while it was missing', async () => {
    const { codes } = await bench.newVials({ vials: 1 });
    await bench.release(codes);
    await lose(String(codes[0]));
    const id = await open({ vials: codes });
    const body = { vial_codes: codes, note: 'Was in the warm rack', deviation_id: id };
    await world.call(bench.lab, quarantineVials, { body });
    expect(await holdsOf(codes)).toEqual([['missing', null]]);
    await place(codes);
    expect(await holdsOf(codes)).toEqual([['deviation', id]]);
  });

  test('a found vial is held as failed when its batch has failed meanwhile', async () => {
    const { codes, batch } = await bench.newVials({ vials: 1, isClosed: false });
    await lose(String(codes[0]));
    const body = { outcome: 'failed', reason: 'Mould in every flask' };
    await world.call(bench.lab, closeBatch, { params: { id: batch.id }, body });
    await place(codes);
    expect(await holdsOf(codes)).toEqual([['failed_qc', null]]);
  });

  test('a found vial is held as failed when a required test has failed meanwhile', async () => {
    const { codes, batch } = await bench.newVials({ vials: 1 });
    await bench.release(codes);
    await lose(String(codes[0]));
    const { results } = await world.call(bench.lab, readBatch, { params: { id: batch.id } });
    const replaces = results.find(({ test: name, is_current }) => name === 'sterility' && is_current)?.id;
    const result = { test: 'sterility', verdict: 'fail', sampled_on: today(), replaces, reason: 'The culture grew.' };
    await world.call(bench.lab, recordQc, { params: { id: batch.id }, body: result });
    expect(await holdsOf(codes)).toEqual([['missing', null]]);
    await place(codes);
    expect(await holdsOf(codes)).toEqual([['failed_qc', null]]);
  });

  test('a missing vial is found by a scan at the position that it has already', async () => {
    const { codes } = await bench.newVials({ vials: 1 });
    const box = await lose(String(codes[0]));
    // As it was before a found vial left its quarantine by the scan.
    await world.sql('update vials set box_id = $2, position = 1 where code = $1', [codes[0], box.id]);
    await scansOf(world, bench.lab).place(String(codes[0]), box.code);
    expect(await holdsOf(codes)).toEqual([['awaiting_release', null]]);
    await world.sql('update vials set box_id = null, position = null where code = $1', codes);
  });

  test('the chains agree with the vials after all these steps, and a changed hold is named', async () => {
    const db = world.app.services.store.read('platform');
    expect([await verifyVials(db), await verifyCustody(db)]).toEqual([[], []]);
    const { codes, patient } = await bench.newVials({ vials: 1 });
    await lose(String(codes[0]));
    await place(codes);
    await world.sql('update vials set held_at = null, hold_reason = null where code = $1', codes);
    const words = `vial ${codes[0]} is released and should be in quarantine: awaiting_release`;
    expect(await verifyVials(db)).toMatchObject([{ patientId: patient, fault: words }]);
  });
});
