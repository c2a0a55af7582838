import { median, quantile } from '../harness/quantile.ts';

/** Makes one request and returns its time in milliseconds. */
type Timed = () => Promise<number>;

/** The same request to two servers, by what a user does. */
export type ComparedCall = { readonly name: string; readonly first: Timed; readonly second: Timed };

type Comparison = {
  /** The names of the two servers. */
  readonly labels: readonly [string, string];
  readonly calls: readonly ComparedCall[];
  readonly pace: { readonly rounds: number; readonly each: number; readonly warmUp: number };
  /** The largest p95 of the second server divided by that of the first; null reports without a target. */
  readonly mostRatio: number | null;
};

/** Opens two scenes, runs the task and closes both. */
export async function withBoth<Scene extends AsyncDisposable, Args extends readonly unknown[]>(
  open: (...args: Args) => Promise<Scene>,
  first: Args,
  second: Args,
  task: (first: Scene, second: Scene) => Promise<void>,
): Promise<void> {
  await using one = await open(...first);
  await using other = await open(...second);
  await task(one, other);
}

/** Prints the times of each call on both servers and the ratio of the second to the first. */
export async function compareCalls({ labels, calls, pace, mostRatio }: Comparison): Promise<void> {
  console.log(row('', ...labels.flatMap((label) => [`${label} p50`, 'p95']), 'ratio p50', 'ratio p95'));
  for (const { name, first, second } of calls) {
    const [here, there] = await inTurns(first, second, pace);
    const ratioAt = (share: number) => quantileOf(there, share) / quantileOf(here, share);
    const figures = [here, there].flatMap((rounds) => [quantileOf(rounds, 0.5), quantileOf(rounds, 0.95)]);
    console.log(
      row(
        name,
        ...figures.map((ms) => `${ms.toFixed(1)} ms`),
        ratioAt(0.5).toFixed(2),
        ratioAt(0.95).toFixed(2),
        mostRatio === null ? '' : ratioAt(0.95) <= mostRatio ? 'met' : 'MISSED',
      ),
    );
  }
}

const PARTS = 4;

/** The median over four parts of the run, because one disturbed moment would decide a p95 of all times. */
function quantileOf(rounds: readonly number[][], share: number): number {
  const parts = Array.from({ length: PARTS }, (_, part) => rounds.filter((_times, round) => round % PARTS === part));
  return median(parts.map((part) => quantile(part.flat(), share)));
}

/** Measures both in short turns, in alternating order, so that other load on the machine affects both alike. */
async function inTurns(first: Timed, second: Timed, pace: Comparison['pace']): Promise<[number[][], number[][]]> {
  const times: [number[][], number[][]] = [[], []];
  const both = [first, second] as const;
  for (const ask of both) for (let n = 0; n < pace.warmUp; n += 1) await ask();
  for (let turn = 0; turn < pace.rounds; turn += 1) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const round: number[] = [];
      for (let n = 0; n < pace.each; n += 1) round.push(await both[which]());
      times[which].push(round);
    }
  }
  return times;
}

function row(what: string, ...cells: readonly string[]): string {
  return `${what.padEnd(44)}${cells.map((cell) => cell.padStart(14)).join('')}`.trimEnd();
}
