import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '../../harness/build-pages.ts';
import { planRow, presentCosts, presentPlan } from './capacity-report.ts';
import { predictOpenLoop, presentPrediction } from './check-prediction.ts';
import { type Costs, hasCosts, readCosts, type SizeCosts, writeCosts } from './costs.ts';
import { ensureNetwork, startOnNetwork } from './filled-network.ts';
import { measureOpenLoop, measureSize, PROCESSES, warmUp } from './measure-size.ts';
import { planMachines } from './plan-machines.ts';
import { BadArgument, type Command, readArguments, SIZES } from './read-arguments.ts';

/**
 * Plans the machines for a number of patients and sites from measured costs: `--patients 10000000 --sites 100`, with
 * `--calls-per-patient-day`, `--peak`, `--p99` and `--years`. `--table` prints the sizes of docs/capacity.md. `--measure`
 * measures the costs on this machine (half an hour; `--users` for one size). `--check` measures a million users and
 * compares them with what the two smaller sizes predict. `--keep FOLDER` keeps the filled databases, `--fill` only fills.
 */
const LARGEST = SIZES[2];
const MOST_DIFFERENCE = 0.3;

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof BadArgument)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(command: Command): Promise<void> {
  if (!hasCosts() && command.kind !== 'fill' && command.kind !== 'measure') {
    throw new BadArgument('No costs are measured yet; run `npm run capacity -- --measure`.');
  }
  if (command.kind === 'plan') {
    const costs = readCosts();
    const plan = planMachines(costs, command.demand);
    console.log(`${presentPlan(plan)}\n\n${presentCosts(costs, command.demand.patients)}`);
    if (!plan.isReached) process.exitCode = 1;
  } else if (command.kind === 'table') {
    const sizes = [
      [10_000, 1],
      [100_000, 2],
      [1_000_000, 10],
      [10_000_000, 100],
    ] as const;
    for (const [patients, sites] of sizes) {
      console.log(planRow(planMachines(readCosts(), { ...command.demand, patients, sites })));
    }
  } else {
    buildPages();
    await inPlace(command.place, (place) => measure(command, place));
  }
}

async function measure(command: Exclude<Command, { kind: 'plan' | 'table' }>, place: string): Promise<void> {
  if (command.kind === 'check') return checkPrediction(place);
  for (const users of command.users) {
    if (command.kind === 'fill') await ensureNetwork(place, users);
    else await measureAndKeep(place, users);
  }
}

/** The sizes that are measured already keep their figures. */
async function measureAndKeep(place: string, users: number): Promise<void> {
  const before = costsOnThisMachine();
  const size = await measureSize(place, users, before.sizes[0]?.openLoop.perSecond ?? null);
  const others = before.sizes.filter((each) => !isSize(each, users));
  const sizes = [...others, size].toSorted((one, other) => one.users - other.users);
  writeCosts({ ...before, sizes });
  const { p50Ms, p99Ms, perSecond, refused, serverMicros, postgresMicros } = size.openLoop;
  console.log(
    `${users} users: p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms at ${perSecond} calls a second, ${refused} refused; server ${serverMicros.toFixed(0)}, PostgreSQL ${postgresMicros.toFixed(0)} µs for one`,
  );
}

/** Costs of another machine say nothing about this one. */
function costsOnThisMachine(): Costs {
  const machine = { cores: availableParallelism(), architecture: process.arch, processes: PROCESSES };
  if (hasCosts()) {
    const costs = readCosts();
    if (costs.machine.cores === machine.cores && costs.machine.architecture === machine.architecture) return costs;
  }
  return { machine, sizes: [] };
}

/** A network has the demo's people besides the users that were filled in. */
function isSize({ users }: SizeCosts, asked: number): boolean {
  return users >= asked && users < asked * 2;
}

async function checkPrediction(place: string): Promise<void> {
  const costs = readCosts();
  const small = costs.sizes.filter((size) => !isSize(size, LARGEST));
  const perSecond = small[0]?.openLoop.perSecond;
  if (small.length < 2 || perSecond === undefined) {
    throw new BadArgument('Two sizes must be measured before: `npm run capacity -- --measure`.');
  }
  for (const size of small) {
    console.log(
      presentPrediction(
        `${size.users} users (fitted)`,
        predictOpenLoop(costs, small, size.users, perSecond),
        size.openLoop,
      ),
    );
  }
  const predicted = predictOpenLoop(costs, small, LARGEST, perSecond);
  await using network = await startOnNetwork(place, LARGEST, PROCESSES);
  const { figures } = await measureOpenLoop(network, await warmUp(network, perSecond));
  console.log(presentPrediction(`${LARGEST} users (predicted)`, predicted, figures));
  const isMet = Math.abs(predicted.p99Ms / figures.p99Ms - 1) <= MOST_DIFFERENCE;
  console.log(`within ${MOST_DIFFERENCE * 100} %: ${isMet ? 'met' : 'MISSED'}; ${figures.refused} calls refused`);
  if (!isMet) process.exitCode = 1;
}

/** Without a folder to keep, the filled databases are removed at the end. */
async function inPlace(place: string | null, task: (place: string) => Promise<void>): Promise<void> {
  if (place !== null) return task(place);
  const own = await mkdtemp(join(tmpdir(), 'vialkeep-networks-'));
  try {
    await task(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
