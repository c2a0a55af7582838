import { listCustody } from '@vialkeep/contract/custody.ts';
import { type ProcessingChanges, readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let lab: Caller;
let id: number;
beforeAll(async () => {
  world = await newWorld();
  lab = await world.as('lab');
  id = await world.idOf('patient23@vialkeep.test');
});
afterAll(() => world.close());

const save = (body: ProcessingChanges & Record<string, unknown>) =>
  world.send(lab, updatePatient, { params: { id }, body });
const record = () => world.call(lab, readPatientRecord, { params: { id } });
const events = async () =>
  (await world.call(lab, listCustody, { params: { id } })).filter(({ kind }) => kind === 'processing.changed');

const blank = {
  lab_id: '',
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  estimated_date_set_manually: false,
  number_times_qc_done: '',
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  date_vials_ready_to_ship: null,
  vials_preparation: 0,
  hla_typing_test: null,
  sterility_start_date: null,
  sterility_complete: null,
} as const satisfies ProcessingChanges;

beforeEach(async () => {
  await world.call(lab, updatePatient, { params: { id }, body: blank });
});

describe('F058 Estimated date of readiness', () => {
  test('the estimated date is 45 calendar days after the lab received the tissue', async () => {
    await save({ date_adipose_received_by_lab: '2024-01-20' });
    expect(await record()).toMatchObject({ estimated_date_vials_ready_to_ship: '2024-03-05' });
  });

  test('a sent estimate is ignored unless it is marked as set by hand', async () => {
    await save({ date_adipose_received_by_lab: '2026-03-01', estimated_date_vials_ready_to_ship: '2026-12-24' });
    expect(await record()).toMatchObject({ estimated_date_vials_ready_to_ship: '2026-04-15' });
    await save({ estimated_date_set_manually: true, estimated_date_vials_ready_to_ship: '2026-12-24' });
    await save({ date_adipose_received_by_lab: '2026-03-10' });
    expect(await record()).toMatchObject({
      estimated_date_vials_ready_to_ship: '2026-12-24',
      estimated_date_set_manually: true,
    });
  });

  test('the estimate is computed again when the mark is removed or the date set by hand is cleared', async () => {
    const byHand = { estimated_date_set_manually: true, estimated_date_vials_ready_to_ship: '2026-12-24' };
    await save({ date_adipose_received_by_lab: '2026-03-01', ...byHand });
    await save({ estimated_date_set_manually: false });
    expect(await record()).toMatchObject({ estimated_date_vials_ready_to_ship: '2026-04-15' });
    await save(byHand);
    await save({ estimated_date_vials_ready_to_ship: '' });
    expect(await record()).toMatchObject({
      estimated_date_vials_ready_to_ship: '2026-04-15',
      estimated_date_set_manually: false,
    });
  });

  test('U-49 clearing the received date clears a computed estimate, and keeps one set by hand', async () => {
    await save({ date_adipose_received_by_lab: '2026-03-01' });
    await save({ date_adipose_received_by_lab: null });
    expect(await record()).toMatchObject({ estimated_date_vials_ready_to_ship: null });
    await save({ estimated_date_set_manually: true, estimated_date_vials_ready_to_ship: '2026-12-24' });
    await save({ date_adipose_received_by_lab: null });
    expect(await record()).toMatchObject({ estimated_date_vials_ready_to_ship: '2026-12-24' });
  });
});

describe('F059 End of the sterility test', () => {
  test('the end is 14 days after the start, whatever is sent for it, and is cleared with the start', async () => {
    await save({ sterility_start_date: '2026-02-20', sterility_end_date: '2026-12-01' });
    expect(await record()).toMatchObject({ sterility_end_date: '2026-03-06' });
    await save({ sterility_start_date: null });
    expect(await record()).toMatchObject({ sterility_end_date: null });
  });
});

describe('Contradicting dates', () => {
  test.each<[string, ProcessingChanges, string]>([
    [
      'received before it was shipped',
      { date_adipose_shipped_to_lab: '2026-03-02', date_adipose_received_by_lab: '2026-03-01' },
      'date_adipose_received_by_lab',
    ],
    [
      'plated before it was received',
      { date_adipose_received_by_lab: '2026-03-02', stemcell_plating_initiated_date: '2026-03-01' },
      'stemcell_plating_initiated_date',
    ],
    [
      'plated before it was shipped',
      { date_adipose_shipped_to_lab: '2026-03-02', stemcell_plating_initiated_date: '2026-03-01' },
      'stemcell_plating_initiated_date',
    ],
    [
      'tested before it was received',
      { date_adipose_received_by_lab: '2026-03-02', sterility_start_date: '2026-03-01' },
      'sterility_start_date',
    ],
    [
      'tested before it was shipped',
      { date_adipose_shipped_to_lab: '2026-03-02', sterility_start_date: '2026-03-01' },
      'sterility_start_date',
    ],
    [
      'ready before it was received',
      { date_adipose_received_by_lab: '2026-03-02', date_vials_ready_to_ship: '2026-03-01' },
      'date_vials_ready_to_ship',
    ],
    [
      'ready before it was shipped',
      { date_adipose_shipped_to_lab: '2026-03-02', date_vials_ready_to_ship: '2026-03-01' },
      'date_vials_ready_to_ship',
    ],
    [
      'a test that ends before it starts',
      { sterility_start_date: '2026-03-02', sterility_end_date: '2026-03-01' },
      'sterility_end_date',
    ],
  ])('%s: the date is refused by its field with the reason, and nothing is written', async (_words, dates, field) => {
    const before = [await record(), await events()];
    const answer = await save({ ...dates, lab_id: 'CB-1' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ reason: 'dates_contradict' });
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(answer.json().fields[field]).toMatch(/cannot .* before .*\(2 Mar 2026\)\.$/);
    expect(answer.json().message).toBe(answer.json().fields[field]);
    expect([await record(), await events()]).toEqual(before);
  });

  test('a new date is checked against the saved dates', async () => {
    await save({ date_adipose_received_by_lab: '2026-03-02', stemcell_plating_initiated_date: '2026-03-05' });
    const answer = await save({ date_adipose_received_by_lab: '2026-03-10' });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(['stemcell_plating_initiated_date']);
  });

  test('all contradicting dates are named in one answer', async () => {
    const answer = await save({
      date_adipose_shipped_to_lab: '2026-03-05',
      date_adipose_received_by_lab: '2026-03-04',
      date_vials_ready_to_ship: '2026-03-01',
    });
    expect(Object.keys(answer.json().fields)).toEqual(['date_adipose_received_by_lab', 'date_vials_ready_to_ship']);
  });

  test('the same day, a gap, and a second plating after the first vials are accepted', async () => {
    const day = '2026-03-02';
    const allAtOnce = {
      date_adipose_shipped_to_lab: day,
      date_adipose_received_by_lab: day,
      stemcell_plating_initiated_date: day,
      sterility_start_date: day,
      date_vials_ready_to_ship: day,
    };
    expect((await save(allAtOnce)).statusCode).toBe(200);
    expect((await save({ ...blank, date_vials_ready_to_ship: day })).statusCode).toBe(200);
    expect((await save({ stemcell_plating_initiated_date: '2026-05-01' })).statusCode).toBe(200);
  });

  test('the database refuses contradicting dates in any write', async () => {
    await save({ date_adipose_received_by_lab: '2026-03-02', sterility_start_date: '2026-03-20' });
    for (const change of [
      "date_adipose_shipped_to_lab = '2026-03-03'",
      "date_vials_ready_to_ship = '2026-03-01'",
      "stemcell_plating_initiated_date = '2026-03-01'",
      "sterility_end_date = '2026-03-01'",
      "estimated_date_vials_ready_to_ship = '2026-03-01'",
      'estimated_date_vials_ready_to_ship = null, estimated_is_manual = true',
      'stemcell_plating_successful = 3',
      'hla_typing_test = 0',
      'vials_preparation = -1',
    ]) {
      await expect(world.sql(`update patient_records set ${change} where patient_id = ${id}`), change).rejects.toThrow(
        /violates check constraint/,
      );
    }
  });
});

describe('Custody event of a change of processing data', () => {
  test('a change writes one event with the old and new value of each field, and the day of its one step', async () => {
    const before = (await events()).length;
    await save({ date_adipose_received_by_lab: '2026-03-02', lab_id: 'CB-77120', vials_preparation: 0 });
    const now = await events();
    expect(now).toHaveLength(before + 1);
    expect(now.at(-1)).toMatchObject({
      occurred_on: '2026-03-02',
      who: { name: 'Cryo Desk' },
      facts: {
        lab_id: { from: '', to: 'CB-77120' },
        date_adipose_received_by_lab: { from: null, to: '2026-03-02' },
        estimated_date_vials_ready_to_ship: { from: null, to: '2026-04-16' },
      },
    });
    expect(Object.keys(now.at(-1)?.facts ?? {})).toHaveLength(3);
  });

  test('an event about several steps, or about none, has no day', async () => {
    await save({ date_adipose_shipped_to_lab: '2026-03-01', date_adipose_received_by_lab: '2026-03-02' });
    expect((await events()).at(-1)?.occurred_on).toBeNull();
    await save({ hla_typing_test: 2, sterility_complete: false });
    expect((await events()).at(-1)).toMatchObject({
      occurred_on: null,
      facts: { hla_typing_test: { from: null, to: 2 }, sterility_complete: { from: null, to: false } },
    });
  });

  test('a request that changes nothing writes no event', async () => {
    await save({ lab_id: 'CB-77120', sterility_start_date: '2026-03-02' });
    const before = await events();
    await save({ lab_id: ' CB-77120 ', sterility_start_date: '2026-03-02', hla_typing_test: null });
    await save({});
    expect(await events()).toEqual(before);
  });

  test.each<[string, unknown]>([
    ['stemcell_plating_successful', 3],
    ['hla_typing_test', 0],
    ['vials_preparation', -1],
    ['vials_preparation', 1.5],
    ['vials_preparation', 100_001],
    ['date_adipose_received_by_lab', '2026-02-30'],
    ['date_adipose_received_by_lab', '9999-12-31'],
    ['date_adipose_received_by_lab', '1066-10-14'],
    ['sterility_complete', 'yes'],
    ['lab_id', 'x'.repeat(51)],
    ['number_times_qc_done', 'x'.repeat(51)],
  ])('the field %s refuses the value %j', async (field, value) => {
    const answer = await save({ [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });
});
