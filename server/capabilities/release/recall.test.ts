import { setTimeout } from 'node:timers/promises';
import { openDeviation, readDeviation } from '@vialkeep/contract/deviations.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import { closeDeviation, recallDeviation, releaseVials } from '@vialkeep/contract/release.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, listEvents } from '../../testing/bench/intake-world.ts';
import { openBench } from '../../testing/bench/lab-world.ts';
import { openRelease, type ReleaseWorld, refused, SIGNED } from '../../testing/bench/release-world.ts';
import { fillLab } from '../../testing/bench/trace-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyVials } from '../vials/index.ts';

const TIMEOUT_MS = 900_000;
const PAUSE_MS = 60;
const ROUNDS = process.env.LONG ? 100 : 4;
const [PATIENTS, VIALS] = [10_000, 100_000];

let world: World;
let bench: ReleaseWorld;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  bench = await openRelease(world);
}, TIMEOUT_MS);
afterAll(() => world.close());

const open = (source: object, more: object = {}) =>
  world.call(bench.lab, openDeviation, { body: { title: 'Mould of Jane Roe', text: 'Seen by Jane', source, ...more } });
const recall = (id: number, body: object) => world.send(bench.lab, recallDeviation, { params: { id }, body });
const letters = (kind: string) =>
  world.sql<{ user_id: number; subject: string; text_body: string }>(
    'select user_id, subject, text_body from letters where kind = $1 order by id',
    [kind],
  );
const lotOf = async (kitId: number) =>
  (await world.sql<{ lot_id: number }>('select lot_id from kits where id = $1', [kitId]))[0]?.lot_id;
/** All rows of vials and lots as one text. */
const digest = async () =>
  (
    await world.sql<{ digest: string }>(
      `select md5(coalesce((select string_agg(vials::text, '|' order by id) from vials), '')
         || coalesce((select string_agg(lots::text, '|' order by id) from lots), '')) as digest`,
    )
  )[0]?.digest;

/** Sets the source of a deviation and recalls it after a while, because the PIN of the release is slow to check. */
async function recallLater(id: number, codes: readonly string[], ms: number) {
  await setTimeout(ms);
  await world.sql('update deviations set source = $2 where id = $1', [id, JSON.stringify({ vials: codes })]);
  return recall(id, { quarantine: true, notify: true });
}

describe('A recall', () => {
  test('F169 a recall holds what is in store and the lot, writes to clinics without names, and again only what is new', async () => {
    const made = await bench.newVials({ vials: 3 });
    const { codes, kit, patient, batch } = made;
    expect((await bench.release(codes)).statusCode).toBe(200);
    const shipped = { type: 'shipped', date: '2026-06-01', quantity: 1, user: patient, tracking_id: 'TRK 77' };
    await world.call(bench.admin, addVialEntry, { body: shipped });
    const lot = await lotOf(kit.id);
    const { id } = await open({ kit_lot: lot });
    const first = await recall(id, { quarantine: true, notify: true });
    expect(first.json()).toEqual({ vials: 3, quarantined: 2, shipped: 1, clinics: 1, letters: 1 });
    expect(await bench.statesOf(codes)).toMatchObject([
      { state: 'shipped', hold_reason: null },
      { hold_reason: 'deviation', hold_deviation_id: id },
      { hold_reason: 'deviation', hold_deviation_id: id },
    ]);
    expect(await world.sql('select held_by from lots where id = $1', [lot])).toEqual([{ held_by: id }]);
    const events = (await listEvents(world, patient)).slice(-2);
    expect(events).toMatchObject([
      { kind: 'bench.quarantined', facts: { deviation: id, codes: codes.slice(1) } },
      { kind: 'deviation.touched', facts: { deviation: id, codes } },
    ]);
    const [letter, ...others] = await letters('recall');
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ user_id: bench.hc.user.id, subject: expect.stringContaining(`recall #${id}`) });
    for (const code of codes) expect(letter?.text_body).toContain(code);
    expect(letter?.text_body).toContain(`Patient #${patient}`);
    expect(letter?.text_body).toContain('TRK 77');
    expect(letter?.text_body).not.toMatch(/Jane|New Patient|Roe|@patients/);
    expect(letter?.text_body.indexOf(codes[0] ?? '')).toBeLessThan(letter?.text_body.indexOf(codes[1] ?? '') ?? 0);

    expect((await recall(id, { quarantine: true, notify: true })).json()).toEqual({
      vials: 3,
      quarantined: 0,
      shipped: 1,
      clinics: 1,
      letters: 0,
    });
    expect((await listEvents(world, patient)).at(-1)?.facts).toMatchObject({ codes });
    // A vial of the batch that comes later, and a clinic that the patient has since.
    await world.sql("update batches set state = 'open' where id = $1", [batch.id]);
    const more = await bench.newVials({ vials: 1, tests: {}, consents: [], received: made });
    expect(await bench.statesOf(more.codes)).toMatchObject([{ hold_reason: 'deviation', hold_deviation_id: id }]);
    const hc2 = await world.idOf('hc2@vialkeep.test');
    await world.sql("update relations set object_id = $2 where subject_id = $1 and kind = 'center'", [patient, hc2]);
    expect((await recall(id, { quarantine: true, notify: true })).json()).toEqual({
      vials: 4,
      quarantined: 0,
      shipped: 1,
      clinics: 2,
      letters: 1,
    });
    expect((await letters('recall')).map(({ user_id }) => user_id)).toEqual([bench.hc.user.id, hc2]);
    expect(await world.call(bench.lab, readDeviation, { params: { id } })).toMatchObject({
      recalled: { vials: 4, quarantined: 3, letters: 2 },
    });
    const db = world.app.services.store.read('platform');
    expect([await verifyVials(db), await verifyCustody(db)]).toEqual([[], []]);
  });

  test('a held lot is not used, and is free again when no risk was found', async () => {
    const [used, fresh] = await bench.newKits(2);
    const lot = await lotOf(used?.id ?? 0);
    const { id } = await open({ kit_lot: lot });
    expect((await recall(id, { quarantine: true })).json()).toMatchObject({ vials: 0, quarantined: 0, letters: 0 });
    const harvest = async () => {
      const body = { patient_id: await bench.addPatient(), kit_code: fresh?.code, harvested_at: hoursAgo(1) };
      return world.send(bench.hc, recordHarvest, { body });
    };
    expect(refused(await harvest())).toMatchObject({ status: 409, reason: 'kit_held' });
    const body = { risk: 'none', conclusion: 'The lids were fine.', signature: SIGNED };
    await world.call(bench.lab, closeDeviation, { params: { id }, body });
    expect((await harvest()).statusCode).toBe(200);
    expect(refused(await recall(id, { quarantine: true }))).toMatchObject({ status: 409, reason: 'deviation_closed' });
  });

  test('a clinic that has kits of the lot gets a letter with their codes', async () => {
    const [kit] = await bench.newKits(1);
    const hc3 = await world.idOf('hc3@vialkeep.test');
    await world.sql("update kits set state = 'sent', center_id = $2, sent_at = now() where id = $1", [kit?.id, hc3]);
    const { id } = await open({ kit_lot: await lotOf(kit?.id ?? 0) });
    expect((await recall(id, { notify: true })).json()).toMatchObject({ vials: 0, clinics: 1, letters: 1 });
    expect((await letters('recall')).at(-1)).toMatchObject({
      user_id: hc3,
      text_body: expect.stringContaining(`K-${kit?.code}`),
    });
  });

  test('a clinic reads only of its own patients', async () => {
    const [one, other] = [await bench.newVials({ vials: 1 }), await bench.newVials({ vials: 1 })];
    const hc2 = await world.idOf('hc2@vialkeep.test');
    await world.sql("update relations set object_id = $2 where subject_id = $1 and kind = 'center'", [
      other.patient,
      hc2,
    ]);
    await world.sql('update harvests set center_id = $2 where patient_id = $1', [other.patient, hc2]);
    const { id } = await open({ vials: [...one.codes, ...other.codes] });
    expect((await recall(id, { notify: true })).json()).toMatchObject({ clinics: 2, letters: 2, quarantined: 0 });
    const [toFirst, toSecond] = (await letters('recall')).slice(-2);
    expect(toFirst?.text_body).toContain(one.codes[0]);
    expect(toFirst?.text_body).not.toContain(other.codes[0]);
    expect(toFirst?.text_body).not.toContain(`#${other.patient}:`);
    expect(toSecond?.text_body).not.toContain(one.codes[0]);
  });

  test('a drill changes no vial, no lot and no chain, and writes to administrators only', async () => {
    const { codes, kit, patient } = await bench.newVials();
    const lot = await lotOf(kit.id);
    const { id } = await open({ kit_lot: lot }, { is_drill: true });
    const before = [await digest(), await listEvents(world, patient), await letters('recall')];
    const answer = (await recall(id, { quarantine: true, notify: true })).json<{ letters: number }>();
    expect(answer).toMatchObject({ vials: 2, quarantined: 0, shipped: 0, clinics: 1 });
    expect([await digest(), await listEvents(world, patient), await letters('recall')]).toEqual(before);
    expect(await world.sql('select vial_id from deviation_vials where deviation_id = $1', [id])).toEqual([]);
    const told = await letters('drill');
    expect(told.length).toBe(answer.letters);
    expect(told.length).toBeGreaterThan(0);
    for (const letter of told) expect(letter.subject).toMatch(/^DRILL:/);
    const plans = await world.sql('select distinct plan_id from users where id = any($1)', [
      told.map(({ user_id }) => user_id),
    ]);
    expect(plans.every((row) => [7, 10].includes(Number(row.plan_id)))).toBe(true);
    expect((await recall(id, { notify: true })).json()).toMatchObject({ letters: 0 });
    expect((await bench.release(codes)).statusCode).toBe(200);
  });

  test('a recall with nothing to do is refused, and one of another lab is 404', async () => {
    const { id } = await open({ lab_day: '2026-01-01' });
    expect(refused(await recall(id, {}))).toMatchObject({ status: 400, fields: { quarantine: expect.any(String) } });
    const other = await world.as('lab2');
    expect(await world.refusalOf(other, recallDeviation, { params: { id }, body: { notify: true } })).toMatchObject({
      status: 404,
    });
  });

  test(
    'a release and a recall at the same moment leave no vial of the recall released',
    async () => {
      const counts = { released: 0, refused: 0, held: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const vials = [await bench.newVials(), await bench.newVials()];
        const codes = vials.flatMap((made) => made.codes);
        const { id } = await open({ lab_day: '2001-01-01' });
        // The source is set after the release may have looked: what counts is what the recall finds.
        await world.sql('alter table deviations disable trigger user');
        const [released, recalled] = await Promise.all([
          world.send(bench.lab, releaseVials, { body: { vial_codes: codes, signature: SIGNED } }),
          recallLater(id, codes, (round % 4) * PAUSE_MS),
        ]);
        expect([200, 409]).toContain(released.statusCode);
        expect(recalled.statusCode).toBe(200);
        counts[released.statusCode === 200 ? 'released' : 'refused'] += 1;
        const states = await bench.statesOf(codes);
        counts.held += states.filter(({ hold_deviation_id }) => hold_deviation_id === id).length;
        expect(states.map(({ hold_deviation_id }) => hold_deviation_id)).toEqual(codes.map(() => id));
      }
      process.stdout.write(`release against recall, ${ROUNDS} rounds: ${JSON.stringify(counts)}\n`);
      expect(counts.held).toBe(ROUNDS * 4);
      expect(await verifyVials(world.app.services.store.read('platform'))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test.runIf(process.env.LONG)(
    'a recall of a lot with 100,000 vials of 10,000 patients is one transaction, with every vial held or shipped',
    async () => {
      const big = await newWorld();
      try {
        const { lab } = await openBench(big);
        const centerId = await big.idOf('hc@vialkeep.test');
        await fillLab(big, { labId: lab.user.id, centerId, patients: PATIENTS, vials: VIALS });
        await big.sql(
          "update kits set lot_id = (select id from lots where lot = 'TR-kit1') where code like 'K%' and lab_id = $1",
          [lab.user.id],
        );
        const [lot] = await big.sql<{ id: number }>("select id from lots where lot = 'TR-kit1'");
        const body = { title: 'All of it', source: { kit_lot: lot?.id } };
        const { id } = await big.call(lab, openDeviation, { body });
        const began = performance.now();
        const counts = await big.call(lab, recallDeviation, {
          params: { id },
          body: { quarantine: true, notify: true },
        });
        process.stdout.write(`recall of ${JSON.stringify(counts)} in ${Math.round(performance.now() - began)} ms\n`);
        expect(counts.vials).toBe(VIALS);
        expect(counts.quarantined + counts.shipped).toBe(VIALS);
      } finally {
        await big.close();
      }
    },
    TIMEOUT_MS,
  );
});
