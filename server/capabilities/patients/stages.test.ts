import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import {
  AttentionKind,
  countPatientsByStage,
  listAttention,
  readSterilityEndings,
} from '@vialkeep/contract/patient-overview.ts';
import { listLabPatients, listPatientsOfCenter, listPatientsOfSalesManager } from '@vialkeep/contract/patients.ts';
import { type ProcessFields, Stage, stageOf } from '@vialkeep/contract/stage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../testing/plans/plan-of.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { selectStoredCounts } from './count-patients-by-stage.ts';
import { today } from './today.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Listed = ProcessFields & { id: number; vials_available: number };

/** The patients that each of these callers sees, read from their own list. */
async function patientsInStage(caller: Caller & { user: { id: number } }, key: string): Promise<Listed[]> {
  if (key === 'hc') return world.call(caller, listPatientsOfCenter, { params: { id: caller.user.id } });
  if (key === 'manager') return world.call(caller, listPatientsOfSalesManager, { params: { id: caller.user.id } });
  return (await world.call(caller, listLabPatients)).results;
}

const count = (patients: readonly Listed[], matches: (patient: Listed) => boolean) => patients.filter(matches).length;

describe('Number of patients per stage', () => {
  test.each(['hc', 'manager', 'lab', 'viewer', 'admin'])(
    'the counts equal the caller’s own list for %s',
    async (key) => {
      const caller = await world.as(key);
      const patients = await patientsInStage(caller, key);
      const now = today();
      const expected = Stage.options.map((stage) => {
        const here = patients.filter((patient) => stageOf(patient, now).stage === stage);
        const since = here
          .map((patient) => stageOf(patient, now).since)
          .filter((day) => day !== null)
          .toSorted();
        const isEnding = ({ sterility_end_date: end, sterility_complete }: Listed) =>
          stage === 'sterility' && sterility_complete !== true && end !== null && end >= now && end <= today(3);
        return {
          stage,
          count: here.length,
          oldest_days: since[0] ? (Date.parse(now) - Date.parse(since[0])) / 86_400_000 : null,
          late: count(here, (patient) => stageOf(patient, now).late > 0),
          failed: count(here, (patient) => stageOf(patient, now).failed),
          ending_soon: count(here, isEnding),
          vials: ['viewer', 'admin'].includes(key)
            ? null
            : here.reduce((sum, { vials_available }) => sum + vials_available, 0),
        };
      });
      expect(await world.call(caller, countPatientsByStage)).toEqual(expected);
      expect(patients.length).toBeGreaterThan(0);
    },
  );

  test('the demo network has samples in every stage, and failed, late and ending ones', async () => {
    const stages = await world.call(await world.as('admin'), countPatientsByStage);
    for (const { stage, count: patients } of stages) expect(patients, stage).toBeGreaterThan(0);
    for (const name of ['late', 'failed', 'ending_soon'] as const) {
      expect(
        stages.some((stage) => stage[name] > 0),
        name,
      ).toBe(true);
    }
  });

  test('the counts can be restricted to one site', async () => {
    const stages = await world.call(await world.as('admin'), countPatientsByStage, { query: { domain_id: 2 } });
    expect(stages.filter(({ count: patients }) => patients > 0)).toEqual([
      expect.objectContaining({ stage: 'awaiting', count: 1 }),
      expect.objectContaining({ stage: 'ready', count: 1 }),
    ]);
  });

  test.each(['hc', 'viewer'])('an inactive patient is not counted for %s', async (key) => {
    const caller = await world.as(key);
    const id = await world.idOf('patient@vialkeep.test');
    const ready = async () =>
      (await world.call(caller, countPatientsByStage)).find(({ stage }) => stage === 'ready')?.count ?? 0;
    const before = await ready();
    await world.sql('update users set is_active = false where id = $1', [id]);
    expect(await ready()).toBe(before - 1);
    await world.sql('update users set is_active = true where id = $1', [id]);
  });
});

describe('List of patients who need attention', () => {
  test('the list has every kind, the most urgent and oldest first, and each patient once', async () => {
    const things = await world.call(await world.as('viewer'), listAttention);
    expect([...new Set(things.map(({ kind }) => kind))]).toEqual(AttentionKind.options);
    const places = things.map(({ kind }) => AttentionKind.options.indexOf(kind));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const kind of AttentionKind.options) {
      const days = things.filter((thing) => thing.kind === kind).map(({ since }) => since);
      expect(days, kind).toEqual(days.toSorted((a, b) => (a ?? '').localeCompare(b ?? '')));
    }
    expect(new Set(things.map(({ patient }) => patient.id)).size).toBe(things.length);
    expect(things[0]).toEqual({
      kind: 'plating_failed',
      patient: { id: await world.idOf('patient11@vialkeep.test'), name: 'Yara Haddad' },
      since: today(-15),
    });
  });

  test('the list contains no names for sales plans', async () => {
    const things = await world.call(await world.as('manager'), listAttention);
    expect(things.length).toBeGreaterThan(0);
    for (const { patient } of things) expect(Object.keys(patient)).toEqual(['id']);
  });

  test('the list holds only the caller’s own patients, and 20 entries at most', async () => {
    const hc = await world.as('hc');
    const own = new Set(
      (await world.call(hc, listPatientsOfCenter, { params: { id: hc.user.id } })).map(({ id }) => id),
    );
    const things = await world.call(hc, listAttention);
    expect(things.length).toBeGreaterThan(0);
    for (const { patient } of things) expect(own.has(patient.id)).toBe(true);
    await world.sql(
      `update patient_records set stemcell_plating_initiated_date = null, stemcell_plating_successful = 2,
         sterility_start_date = null, sterility_end_date = null, sterility_complete = null, date_vials_ready_to_ship = null`,
    );
    const many = await world.call(await world.as('admin'), listAttention);
    expect(many).toHaveLength(20);
    expect(new Set(many.map(({ kind }) => kind))).toEqual(new Set(['plating_failed']));
  });
});

describe('Stages of a large network', () => {
  test('late, failed and ending samples are added up by day, and the oldest of a stage is the first of its index', async () => {
    const site = DomainId.parse(1);
    const lab = await world.idOf('lab@vialkeep.test');
    for (const account of [null, lab]) {
      const db = world.app.services.store.read(site);
      const plan = await planOf(world, site, selectStoredCounts(account, {}).compile(db));
      expect(plan).toMatch(/using stage_days_once on stage_days\n +Index Cond: \(\(account_id/);
      expect(plan).toMatch(
        /Limit\n[^]*?Scan using \w+_longest_in_stage\w* on \w+\n +Index Cond: .*stage_since IS NOT NULL/,
      );
      expect(plan).not.toMatch(/_expected|_failed|_in_test/);
    }
  });
});

describe('Sterility endings for a lab', () => {
  test('a lab reads the sterility tests that end on each of 14 days, and the duration of finished samples', async () => {
    const fresh = await newWorld();
    const lab = await fresh.as('lab');
    const patients = (await fresh.call(lab, listLabPatients)).results;
    const { endings, finished } = await fresh.call(lab, readSterilityEndings);
    expect(endings.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, index) => today(index)));
    for (const { day, count: tests } of endings) {
      const ending = patients.filter(
        ({ sterility_end_date, sterility_complete, date_vials_ready_to_ship }) =>
          sterility_end_date === day && !sterility_complete && !date_vials_ready_to_ship,
      );
      expect(tests, day).toBe(ending.length);
    }
    expect(endings.reduce((sum, { count: tests }) => sum + tests, 0)).toBeGreaterThan(0);
    const expected = patients
      .filter(({ date_vials_ready_to_ship: ready }) => ready !== null && ready >= today(-90))
      .map(({ id }) => id);
    expect(new Set(finished.map(({ id }) => id))).toEqual(new Set(expected));
    expect(finished[0]).toEqual({ id: await fresh.idOf('patient19@vialkeep.test'), ready_on: today(-3), days: 43 });
    await fresh.close();
  });
});
