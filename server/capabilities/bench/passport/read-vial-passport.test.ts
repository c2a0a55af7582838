import { readVialPassport } from '@vialkeep/contract/bench.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCode } from '../../../testing/bench/fill-bench.ts';
import { newOperator, openBench } from '../../../testing/bench/lab-world.ts';
import { newBox, scanVial } from '../../../testing/bench/scan-steps.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { holdVials, placeVial, takeVial } from '../../vials/index.ts';

let world: World;
let lab: Caller & { user: { id: number } };
let patient: { id: number; domainId: number };
let code: string;
let box: { id: number; rack: number; freezer: number };
beforeAll(async () => {
  world = await newWorld();
  ({ lab } = await openBench(world));
  await newOperator(world, lab);
  patient = { id: await world.idOf('patient@vialkeep.test'), domainId: 1 };
  const [vial] = await world.sql<{ code: string }>(
    "select code from vials where patient_id = $1 and state = 'stored' order by id limit 1",
    [patient.id],
  );
  code = vial?.code ?? '';
  box = await newBox(world, lab.user.id);
  await scanVial(world, lab, code, (work, by) =>
    placeVial(work, patient, { codes: [code], to: { box: box.id, position: 5 }, by }),
  );
});
afterAll(() => world.close());

const passport = (caller: Caller, of = code) => world.call(caller, readVialPassport, { params: { code: of } });

/** A place is moved into another one, as the storage map records it. */
async function movePlace(place: number, to: number): Promise<void> {
  await world.sql(
    `insert into moves (domain_id, lab_id, place_id, from_parent, to_parent)
     select domain_id, lab_id, id, parent_id, $2 from places where id = $1`,
    [place, to],
  );
  await world.sql('update places set parent_id = $2 where id = $1', [place, to]);
}

describe('Passport of a vial', () => {
  test('F171 a lab reads the whole way of the vial with positions and operators', async () => {
    const answer = await passport(lab);
    expect(answer).toMatchObject({
      code,
      state: 'stored',
      held: false,
      reserved: false,
      patient: { id: patient.id, name: 'Ana Whitfield' },
      place: { box_id: box.id, position: 5, label: 'B2' },
      may: ['see_bench', 'print_label'],
    });
    expect(answer.place?.path).toHaveLength(4);
    expect(answer.steps.map(({ kind }) => kind)).toEqual(['vials.added', 'bench.placed']);
    expect(answer.steps.at(-1)).toMatchObject({ operator: 'Nora Lindqvist', facts: { box: box.id, codes: [code] } });
  });

  test('a typed code is read in lower case and without hyphens, and a misread one is answered like none', async () => {
    expect((await passport(lab, code.toLowerCase().replaceAll('-', ''))).code).toBe(code);
    const params = { code: `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}` };
    expect(await world.wholeRefusalOf(lab, readVialPassport, { params })).toMatchObject({ status: 404 });
  });

  test.each(['patient', 'hc'])('%s reads neither position, operator nor batch', async (who) => {
    const answer = await passport(await world.as(who));
    expect(answer).toMatchObject({ place: null, batch: null, order: null, hold_reason: null, may: [] });
    expect(answer.steps.map(({ operator }) => operator)).toEqual([null, null]);
    expect(JSON.stringify(answer)).not.toMatch(/Nora|"box"|"position"|Freezer/);
  });

  test('sales read no name of the patient, of the lab or of its people', async () => {
    const answer = await passport(await world.as('rep'));
    const names = answer.steps.flatMap((step) => ('who' in step ? [step.who?.name, step.on_behalf_of?.name] : []));
    expect(names.filter((name) => name !== undefined).length).toBeGreaterThan(0);
    for (const name of names) expect(name ?? '#0').toMatch(/^#\d+$/);
    expect(answer.patient).toEqual({ id: patient.id, name: `#${patient.id}` });
    expect(JSON.stringify(answer)).not.toContain('Whitfield');
  });

  test('a vial of another lab, of another site and none get the same answer', async () => {
    const other = await world.as('lab2@vialkeep.test');
    const north = await world.as('admin@north.test', 'north.localhost');
    const bodies = [
      await world.wholeRefusalOf(other, readVialPassport, { params: { code } }),
      await world.wholeRefusalOf(north, readVialPassport, { params: { code } }),
      await world.wholeRefusalOf(lab, readVialPassport, { params: { code: newCode() } }),
    ];
    for (const body of bodies) {
      expect(body).toMatchObject({ status: 404, reason: 'not_found', message: 'Not found.' });
    }
  });

  test('a lab reads the passport of a vial in its box, whichever lab the patient has', async () => {
    const admin = await world.as('admin');
    const [strange] = await world.sql<{ code: string; patient_id: number }>(
      `select code, patient_id from vials where state = 'stored' and lab_id = $1 order by id limit 1`,
      [await world.idOf('lab2@vialkeep.test')],
    );
    if (!strange) throw new Error('lab2 has no vial.');
    await world.sql(
      'insert into lab_settings (domain_id, lab_id, bench_on) values (1, $1, true) on conflict (lab_id) do update set bench_on = true',
      [await world.idOf('lab2@vialkeep.test')],
    );
    expect(await world.wholeRefusalOf(lab, readVialPassport, { params: { code: strange.code } })).toMatchObject({
      status: 404,
    });
    const owner = { id: strange.patient_id, domainId: 1 };
    await world.sql('update vials set box_id = null, position = null where code = $1', [strange.code]);
    await scanVial(
      world,
      admin,
      strange.code,
      (work, by) => placeVial(work, owner, { codes: [strange.code], to: { box: box.id, position: 6 }, by }),
      lab.user.id,
    );
    expect((await passport(lab, strange.code)).place).toMatchObject({ position: 6 });
  });

  test('the moves of a rack and a freezer are steps of the vials that were inside, and of no others', async () => {
    const elsewhere = await newBox(world, lab.user.id);
    await movePlace(box.rack, elsewhere.freezer);
    // Nothing of the vial is in the freezer that the rack has left.
    await movePlace(elsewhere.rack, box.freezer);
    await scanVial(world, lab, code, (work, by) =>
      takeVial(work, patient, { codes: [code], from: { box: box.id, position: 5 }, by }),
    );
    await movePlace(box.rack, box.freezer);
    const moves = (await passport(lab)).steps.filter(({ kind }) => kind === 'place.moved');
    expect(moves).toHaveLength(1);
    expect(moves).toMatchObject([{ place: expect.stringMatching(/^Rack/), to: expect.stringMatching(/^Freezer/) }]);
    expect((await passport(await world.as('patient'))).steps.map(({ kind }) => kind)).not.toContain('place.moved');
  });

  test('a patient reads that a vial is held, and not why', async () => {
    await scanVial(world, lab, code, (work, by) => holdVials(work, patient, { codes: [code], reason: 'missing', by }));
    expect(await passport(lab)).toMatchObject({ held: true, hold_reason: 'missing' });
    expect(await passport(await world.as('patient'))).toMatchObject({ held: true, hold_reason: null });
  });

  test('a lab whose bench is off has no passports', async () => {
    await world.sql('update lab_settings set bench_on = false where lab_id = $1', [lab.user.id]);
    expect(await world.wholeRefusalOf(lab, readVialPassport, { params: { code } })).toMatchObject({
      reason: 'bench_off',
    });
    await world.sql('update lab_settings set bench_on = true where lab_id = $1', [lab.user.id]);
  });
});
