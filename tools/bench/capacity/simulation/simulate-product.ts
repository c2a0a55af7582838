import { quantile } from '../../../harness/quantile.ts';
import { SeededRandom } from '../../../harness/seeded-random.ts';
import type { CallCost, KindCosts } from '../costs.ts';
import { type Arrivals, arriveAtRandom, arriveEvenly } from './arrivals.ts';
import { Clock } from './clock.ts';
import { Cores } from './cores.ts';
import { Places } from './places.ts';

/** Where the parts of the product run. */
export type Layout =
  /** Servers and database on machines of their own, with one process for each core of a server. */
  | { readonly kind: 'apart'; readonly serverCores: readonly number[]; readonly databaseCores: number }
  /** Processes, database and load generator share the cores of one machine, as in the bench. */
  | { readonly kind: 'together'; readonly cores: number; readonly processes: number; readonly generatorMicros: number };

export type Scenario = {
  readonly kinds: readonly KindCosts[];
  readonly layout: Layout;
  readonly perSecond: number;
  readonly calls: number;
  /** The share of the calls of each site; each site has an audit chain, which its writes lock. */
  readonly siteShares: readonly number[];
  readonly seed: number;
};

export type Simulated = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of its time in which the busiest server, the database or the one machine computes. */
  readonly serverUse: number;
  readonly databaseUse: number;
  /** The p99 of the wait for the audit chain of a site, of all writes. */
  readonly lockWaitMs: number;
};

/** Pipelined connections of one process for the reads of a site. */
const LINES = 4;
const POOL = 10;
/** A call sends its statements in turns, and each is at least one; more turns change no time. */
const MOST_TURNS = 12;
/** Work outside the event loop that a call waits for, such as a password hash; less is garbage collection. */
const AWAITED_ASIDE_MICROS = 5_000;
const MICROS = 1e6;
/** The share of the calls that only fill the queues. */
const WARM_UP = 0.1;

type Process = {
  readonly cores: Cores;
  readonly loop: Places;
  readonly lines: readonly Places[];
  readonly pool: Places;
};

/** Simulates calls that arrive whether or not earlier ones are answered, each timed from when it was due. */
export function simulateProduct({ kinds, layout, perSecond, calls, siteShares, seed }: Scenario): Simulated {
  const clock = new Clock();
  const dice = new SeededRandom(seed);
  const { processes, database, generator } = build(clock, layout);
  const chooseProcess = layout.kind === 'apart' ? () => freshChoice(processes, dice) : keptConnections(processes);
  const next: Arrivals = layout.kind === 'apart' ? arriveAtRandom(perSecond, dice) : arriveEvenly(perSecond);
  const chooseKind = newChooser(kinds, (kind) => kind.share, dice);
  const sites = siteShares.map((share) => ({ share, chain: new Places(1) }));
  const chooseSite = newChooser(sites, ({ share }) => share, dice);
  const generatorSeconds = layout.kind === 'together' ? layout.generatorMicros / 2 / MICROS : 0;
  const times: number[] = [];
  const lockWaits: number[] = [];
  let arrived = 0;

  const arrive = () => {
    arrived += 1;
    const isCounted = arrived > calls * WARM_UP;
    const due = clock.now;
    const generate = (done: () => void) => (generator ? onLoop(generator, generatorSeconds, done) : done());
    generate(() => {
      const { process, release } = chooseProcess();
      const kind = chooseKind();
      const cost = kind.levels[Math.floor(dice.next() * kind.levels.length)];
      if (!cost) throw new Error(`${kind.name} has no measured costs.`);
      const chain = chooseSite().chain;
      const noteLockWait = (seconds: number) => isCounted && lockWaits.push(seconds * 1_000);
      answer({ clock, database, process, kind, cost, chain, noteLockWait }, () =>
        generate(() => {
          release();
          if (isCounted) times.push((clock.now - due) * 1_000);
        }),
      );
    });
    if (arrived < calls) clock.after(next(), arrive);
  };
  clock.after(next(), arrive);
  clock.run();
  const use = (cores: Cores) => cores.spent / cores.count / clock.now;
  return {
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    serverUse: Math.max(...processes.map(({ cores }) => use(cores))),
    databaseUse: use(database),
    lockWaitMs: lockWaits.length === 0 ? 0 : quantile(lockWaits, 0.99),
  };
}

type Call = {
  readonly clock: Clock;
  readonly database: Cores;
  readonly process: Process;
  readonly kind: KindCosts;
  readonly cost: CallCost;
  readonly chain: Places;
  readonly noteLockWait: (seconds: number) => void;
};

/** A call alternates between the event loop of its process and the database. */
function answer({ clock, database, process, kind, cost, chain, noteLockWait }: Call, done: () => void): void {
  const turns = Math.min(MOST_TURNS, Math.max(1, Math.round(kind.statements)));
  const commits = Math.min(turns, Math.round(kind.commits));
  const loopSeconds = cost.loop / (turns + 1) / MICROS;
  const statementSeconds = cost.postgres / turns / MICROS;
  // Only a commit waits for the disk; the answer to a read waits for its process to be woken.
  const waitSeconds = cost.wait / (commits || turns) / MICROS;
  const line = kind.isWrite ? process.pool : leastLoaded(process.lines);

  const query = (turn: number, answered: () => void) => {
    if (turn < turns - commits) {
      const run = () =>
        database.run(statementSeconds, () => {
          if (!kind.isWrite) line.leave();
          clock.after(commits > 0 ? 0 : waitSeconds, answered);
        });
      if (kind.isWrite) run();
      else line.take(run);
      return;
    }
    const asked = clock.now;
    chain.take(() => {
      noteLockWait(clock.now - asked);
      database.run(statementSeconds, () =>
        clock.after(waitSeconds, () => {
          chain.leave();
          answered();
        }),
      );
    });
  };
  const work = (turn: number) =>
    onLoop(process, loopSeconds, () => {
      if (turn === turns) {
        if (kind.isWrite) line.leave();
        done();
        return;
      }
      query(turn, () => work(turn + 1));
    });
  const begin = () => (kind.isWrite ? line.take(() => work(0)) : work(0));
  const asideSeconds = cost.aside / MICROS;
  if (cost.aside > AWAITED_ASIDE_MICROS) process.cores.run(asideSeconds, begin);
  else {
    process.cores.run(asideSeconds, () => {});
    begin();
  }
}

/** An event loop does one thing at a time, to its end. */
function onLoop({ cores, loop }: Pick<Process, 'cores' | 'loop'>, seconds: number, done: () => void): void {
  loop.take(() =>
    cores.run(seconds, () => {
      loop.leave();
      done();
    }),
  );
}

function build(clock: Clock, layout: Layout) {
  const newProcess = (cores: Cores): Process => ({
    cores,
    loop: new Places(1),
    lines: Array.from({ length: LINES }, () => new Places(1)),
    pool: new Places(POOL),
  });
  if (layout.kind === 'together') {
    const cores = new Cores(clock, layout.cores);
    const processes = Array.from({ length: layout.processes }, () => newProcess(cores));
    return { processes, database: cores, generator: { cores, loop: new Places(1) } };
  }
  const machines = layout.serverCores.map((count) => new Cores(clock, count));
  const processes = machines.flatMap((cores) => Array.from({ length: cores.count }, () => newProcess(cores)));
  return { processes, database: new Cores(clock, layout.databaseCores), generator: null };
}

/** A proxy in front of the servers spreads independent callers. */
function freshChoice(processes: readonly Process[], dice: SeededRandom) {
  const process = processes[Math.floor(dice.next() * processes.length)];
  if (!process) throw new Error('There is no process.');
  return { process, release: () => {} };
}

/** The bench uses the connection that became idle last; a new one goes to the next process. */
function keptConnections(processes: readonly Process[]) {
  const idle: Process[] = [];
  let opened = 0;
  return () => {
    const process = idle.pop() ?? processes[opened++ % processes.length];
    if (!process) throw new Error('There is no process.');
    return { process, release: () => idle.push(process) };
  };
}

function leastLoaded(lines: readonly Places[]): Places {
  return lines.reduce((least, line) => (line.load < least.load ? line : least));
}

/** Draws things by their share; the sums are built once, because every call draws. */
function newChooser<T>(things: readonly T[], share: (thing: T) => number, dice: SeededRandom): () => T {
  let sum = 0;
  const sums = things.map((thing) => (sum += share(thing)));
  return () => {
    const at = dice.next() * sum;
    const thing = things[sums.findIndex((each) => each > at)];
    if (thing === undefined) throw new Error('There is nothing to draw.');
    return thing;
  };
}
