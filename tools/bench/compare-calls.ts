import { quantile } from '../harness/quantile.ts';

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
  /** Whether the target applies to every call or to all of them together. */
  readonly judge: 'each call' | 'all calls';
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

/**
 * Prints the times of each call on both servers, and of all calls together, relative to the median of the first. Few
 * times decide the p95 of one call, so a single disturbed moment can; all calls together have thousands. Returns
 * whether every target is met.
 */
export async function compareCalls({ labels, calls, pace, mostRatio, judge }: Comparison): Promise<boolean> {
  let areMet = true;
  console.log(row('', ...labels.flatMap((label) => [`${label} p50`, 'p95']), 'ratio p50', 'ratio p95'));
  const all: [number[], number[]] = [[], []];
  const print = (name: string, times: [number[], number[]], unit: string, isJudged: boolean) => {
    const [here, there] = times;
    const ratioAt = (share: number) => quantile(there, share) / quantile(here, share);
    const figures = times.flatMap((one) => [quantile(one, 0.5), quantile(one, 0.95)]);
    const verdict = mostRatio === null || !isJudged ? '' : ratioAt(0.95) <= mostRatio ? 'met' : 'MISSED';
    if (verdict === 'MISSED') areMet = false;
    const shown = figures.map((figure) => `${figure.toFixed(unit === '' ? 2 : 1)}${unit}`);
    console.log(row(name, ...shown, ratioAt(0.5).toFixed(2), ratioAt(0.95).toFixed(2), verdict));
  };
  for (const { name, first, second } of calls) {
    const times = await inTurns(first, second, pace);
    print(name, times, ' ms', judge === 'each call');
    const usual = quantile(times[0], 0.5);
    for (const which of [0, 1] as const) all[which].push(...times[which].map((ms) => ms / usual));
  }
  print('all calls, relative', all, '', judge === 'all calls');
  return areMet;
}

/** Measures both in short turns, in alternating order, so that other load on the machine affects both alike. */
async function inTurns(first: Timed, second: Timed, pace: Comparison['pace']): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const both = [first, second] as const;
  for (const ask of both) for (let n = 0; n < pace.warmUp; n += 1) await ask();
  for (let turn = 0; turn < pace.rounds; turn += 1) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      for (let n = 0; n < pace.each; n += 1) times[which].push(await both[which]());
    }
  }
  return times;
}

function row(what: string, ...cells: readonly string[]): string {
  return `${what.padEnd(44)}${cells.map((cell) => cell.padStart(14)).join('')}`.trimEnd();
}
