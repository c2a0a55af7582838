import { describe, expect, test } from 'vitest';
import type { CallCost, Costs, KindCosts, SizeCosts } from './costs.ts';
import { databaseBytesAt, fitCosts, fitLine } from './fit-costs.ts';
import { planMachines, splitCores } from './plan-machines.ts';
import { type Scenario, simulateProduct } from './simulation/simulate-product.ts';

const cost = (changed: Partial<CallCost> = {}): CallCost => ({
  loop: 1_000,
  aside: 0,
  postgres: 1_000,
  wait: 0,
  ...changed,
});

const kind = (changed: Partial<KindCosts> = {}): KindCosts => ({
  name: 'page opened: GET /',
  share: 1,
  isWrite: false,
  statements: 1,
  commits: 0,
  levels: [cost()],
  ...changed,
});

const size = (users: number, kinds: readonly KindCosts[]): SizeCosts => ({
  users,
  patients: users * 0.8,
  measuredOn: '2026-11-17',
  kinds: [...kinds],
  openLoop: {
    perSecond: 100,
    p50Ms: 3,
    p99Ms: 10,
    roundsMs: [10],
    refused: 0,
    serverMicros: 1_000,
    postgresMicros: 1_000,
    generatorMicros: 200,
  },
  databaseBytes: 50e6 + users * 0.8 * 2_000,
  bytesPerWrite: 1_000,
  walBytesPerWrite: 5_000,
  supervisorMiB: 160,
  workerMiB: 250,
  connectionMiB: 5,
  connectionsPerWorker: 20,
});

const costs: Costs = {
  machine: { cores: 2, architecture: 'arm64', processes: 2 },
  sizes: [size(10_000, [kind()]), size(100_000, [kind()]), size(1_000_000, [kind()])],
};

const scenario = (changed: Partial<Scenario> = {}): Scenario => ({
  kinds: [kind()],
  layout: { kind: 'apart', serverCores: [2], databaseCores: 2 },
  perSecond: 100,
  calls: 10_000,
  siteShares: [1],
  seed: 1,
  ...changed,
});

const demand = { patients: 1_000_000, sites: 10, callsPerPatientDay: 2, peak: 5, p99Ms: 300, years: 3 };

describe('The costs at another size', () => {
  test('a line over the logarithm goes through its points, and a falling cost counts as constant', () => {
    const rising = fitLine([
      [10_000, 4],
      [100_000, 5],
    ]);
    expect(rising.at(1_000_000)).toBeCloseTo(6);
    const falling = fitLine([
      [10_000, 5],
      [100_000, 4],
    ]);
    expect(falling.at(1_000_000)).toBeCloseTo(4.5);
  });

  test('a cost that grows much from one size to the next grows with the users; three sizes decide by the smaller miss', () => {
    const twoSizes = fitLine([
      [10_000, 2],
      [100_000, 11],
    ]);
    expect(twoSizes.at(1_000_000)).toBeCloseTo(101);
    const sorted = fitLine([
      [10_000, 2],
      [100_000, 11],
      [1_000_000, 20],
    ]);
    expect(sorted.at(10_000_000)).toBeCloseTo(29);
  });

  test('the spread of a kind stays the same while its mean follows the line', () => {
    const levels = (mean: number) => [cost({ loop: mean * 0.5 }), cost({ loop: mean * 1.5 })];
    const sizes = [size(10_000, [kind({ levels: levels(1_000) })]), size(100_000, [kind({ levels: levels(1_200) })])];
    const calm = sizes.map((each, place) => ({
      ...each,
      openLoop: { ...each.openLoop, serverMicros: 1_000 + 200 * place },
    }));
    const loops = fitCosts(calm, 1_000_000).kinds[0]?.levels.map(({ loop }) => Math.round(loop));
    expect(loops).toEqual([700, 2_100]);
  });

  test('a patient takes the same room at every size', () => {
    expect(databaseBytesAt(costs, 5_000_000)).toBeCloseTo(50e6 + 5_000_000 * 2_000, -3);
  });
});

describe('The simulated product', () => {
  test('machines are as busy as the calls demand', () => {
    const { serverUse, databaseUse, p50Ms } = simulateProduct(scenario({ perSecond: 800 }));
    expect(serverUse).toBeCloseTo(0.4, 1);
    expect(databaseUse).toBeCloseTo(0.4, 1);
    expect(p50Ms).toBeGreaterThanOrEqual(2);
  });

  test('one long answer of a process delays the others, and a second process takes part of them', () => {
    const kinds = [
      kind({ share: 0.98 }),
      kind({ name: 'report: GET /', share: 0.02, levels: [cost({ loop: 100_000 })] }),
    ];
    const times = (serverCores: readonly number[]) =>
      simulateProduct(scenario({ kinds, layout: { kind: 'apart', serverCores, databaseCores: 2 } })).p99Ms;
    expect(times([1])).toBeGreaterThan(100);
    expect(times([4])).toBeLessThan(times([1]));
  });

  test('writes of one site wait for each other, and those of many sites do not', () => {
    const kinds = [kind({ isWrite: true, commits: 1, levels: [cost({ wait: 5_000 })] })];
    const waits = (siteShares: readonly number[]) => simulateProduct(scenario({ kinds, siteShares })).lockWaitMs;
    expect(waits([1])).toBeGreaterThan(10);
    expect(waits(Array<number>(100).fill(1))).toBeLessThan(waits([1]) / 2);
  });

  test('the load generator takes its part of the cores of one machine', () => {
    const layout = { kind: 'together', cores: 2, processes: 2, generatorMicros: 500 } as const;
    expect(simulateProduct(scenario({ layout, perSecond: 400 })).serverUse).toBeCloseTo(0.5, 1);
  });
});

describe('A plan of machines', () => {
  test('twelve times the patients need more cores, and no machine is busier than seven tenths', () => {
    const [some, many] = [
      planMachines(costs, demand),
      planMachines(costs, { ...demand, patients: 12_000_000, sites: 100 }),
    ];
    expect(some).toMatchObject({ isReached: true, databaseCores: 1, serverCores: [1] });
    expect(many.isReached).toBe(true);
    expect(many.databaseCores).toBeGreaterThanOrEqual(2);
    expect(Math.max(many.simulated.serverUse, many.simulated.databaseUse)).toBeLessThanOrEqual(0.7);
  });

  test('a target below the time of a lone call is not reached by any number of cores', () => {
    const plan = planMachines(costs, { ...demand, p99Ms: 1 });
    expect(plan.isReached).toBe(false);
    expect(plan.unloadedP99Ms).toBeGreaterThan(1);
  });

  test('a server has at most eight cores, and servers are of nearly one size', () => {
    expect([1, 8, 9, 17].map(splitCores)).toEqual([[1], [8], [5, 4], [6, 6, 5]]);
  });
});
