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
 * Prints the times of each call on both servers, and of all calls together, relative to the median of the first. A ratio is
 * computed within each turn, and the median of the turns counts, so that a disturbed moment decides nothing. Returns whether
 * every target is met.
 */
export async function compareCalls({ labels, calls, pace, mostRatio, judge }: Comparison): Promise<boolean> {
  let areMet = true;
  console.log(row('', ...labels.flatMap((label) => [`${label} p50`, 'p95']), 'ratio p50', 'ratio p95'));
  const all: Turn[] = Array.from({ length: pace.rounds }, () => [[], []]);
  const print = (name: string, turns: readonly Turn[], unit: string, isJudged: boolean) => {
    const ratioAt = (share: number) =>
      median(turns.map(([here, there]) => quantile(there, share) / quantile(here, share)));
    const figures = ([0, 1] as const).flatMap((which) => {
      const times = turns.flatMap((turn) => turn[which]);
      return [quantile(times, 0.5), quantile(times, 0.95)];
    });
    const verdict = mostRatio === null || !isJudged ? '' : ratioAt(0.95) <= mostRatio ? 'met' : 'MISSED';
    if (verdict === 'MISSED') areMet = false;
    const shown = figures.map((figure) => `${figure.toFixed(unit === '' ? 2 : 1)}${unit}`);
    console.log(row(name, ...shown, ratioAt(0.5).toFixed(2), ratioAt(0.95).toFixed(2), verdict));
  };
  for (const { name, first, second } of calls) {
    const turns = await inTurns(first, second, pace);
    print(name, turns, ' ms', judge === 'each call');
    const usual = quantile(
      turns.flatMap(([here]) => here),
      0.5,
    );
    for (const [n, turn] of turns.entries()) {
      for (const which of [0, 1] as const) all[n]?.[which].push(...turn[which].map((ms) => ms / usual));
    }
  }
  print('all calls, relative', all, '', judge === 'all calls');
  return areMet;
}

/** The times of both servers in one turn. */
type Turn = readonly [number[], number[]];

/** Measures both in short turns, in alternating order, so that other load on the machine affects both alike. */
async function inTurns(first: Timed, second: Timed, pace: Comparison['pace']): Promise<Turn[]> {
  const turns: Turn[] = [];
  const both = [first, second] as const;
  for (const ask of both) for (let n = 0; n < pace.warmUp; n += 1) await ask();
  for (let n = 0; n < pace.rounds; n += 1) {
    const turn: Turn = [[], []];
    for (const which of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      for (let asked = 0; asked < pace.each; asked += 1) turn[which].push(await both[which]());
    }
    turns.push(turn);
  }
  return turns;
}

function row(what: string, ...cells: readonly string[]): string {
  return `${what.padEnd(44)}${cells.map((cell) => cell.padStart(14)).join('')}`.trimEnd();
}
