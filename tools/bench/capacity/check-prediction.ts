import { quantile } from '../../harness/quantile.ts';
import type { Costs, OpenLoopFigures, SizeCosts } from './costs.ts';
import { fitCosts } from './fit-costs.ts';
import { type Simulated, simulateProduct } from './simulation/simulate-product.ts';

const SEEDS = [1, 2, 3, 4, 5];
const SIMULATED_SECONDS = 80;

/** Predicts the open-loop bench at this many users from the costs of these sizes alone. */
export function predictOpenLoop(
  { machine }: Costs,
  sizes: readonly SizeCosts[],
  users: number,
  perSecond: number,
): Simulated {
  const { kinds, generatorMicros } = fitCosts(sizes, users);
  const runs = SEEDS.map((seed) =>
    simulateProduct({
      kinds,
      layout: { kind: 'together', cores: machine.cores, processes: machine.processes, generatorMicros },
      perSecond,
      calls: Math.round(perSecond * SIMULATED_SECONDS),
      // The people of the bench are all of one site.
      siteShares: [1],
      seed,
    }),
  );
  const middle = (pick: (run: Simulated) => number) => quantile(runs.map(pick), 0.5);
  return {
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    serverUse: middle(({ serverUse }) => serverUse),
    databaseUse: middle(({ databaseUse }) => databaseUse),
    lockWaitMs: middle(({ lockWaitMs }) => lockWaitMs),
  };
}

/** One row: the predicted and the measured times, and the ratio of the p99. */
export function presentPrediction(what: string, predicted: Simulated, measured: OpenLoopFigures): string {
  const ratio = predicted.p99Ms / measured.p99Ms;
  const rounds = measured.roundsMs.map((ms) => ms.toFixed(0)).join(', ');
  return `${what}: p99 predicted ${predicted.p99Ms.toFixed(1)} ms, measured ${measured.p99Ms.toFixed(1)} ms (rounds ${rounds}), ratio ${ratio.toFixed(2)}; p50 ${predicted.p50Ms.toFixed(1)} and ${measured.p50Ms.toFixed(1)} ms`;
}
