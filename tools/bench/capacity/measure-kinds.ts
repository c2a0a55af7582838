import { readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../harness/connection.ts';
import { SeededRandom } from '../../harness/seeded-random.ts';
import { cpuMicrosOf, cpuMicrosOfFamily } from '../process-figures.ts';
import { type CallKind, listCallKinds } from './call-kinds.ts';
import type { CallCost, KindCosts } from './costs.ts';
import type { FilledNetwork } from './filled-network.ts';

const LEVELS = 20;
const FEWEST_CALLS = 40;
const CALLS = 3_000;
const WARM_UP = 8;
const COUNTED_CALLS = 5;

/** Makes the calls one at a time, in rounds over all kinds, and measures what each takes. */
export async function measureKinds(network: FilledNetwork, seed: number): Promise<readonly KindCosts[]> {
  const dice = new SeededRandom(seed);
  const kinds = listCallKinds(network.workers, dice);
  const connection = new Connection(network.product.port);
  try {
    for (const kind of kinds) await makeCalls(connection, kind, dice, WARM_UP);
    const seen = await measureCalls(network, connection, kinds, dice);
    const counts = await countStatements(network, connection, kinds, dice);
    return kinds.map((kind) => ({
      name: kind.name,
      share: kind.share,
      isWrite: kind.isWrite,
      ...(counts.get(kind) ?? { statements: 1, commits: 0 }),
      levels: groupByCost(seen.get(kind) ?? []),
    }));
  } finally {
    connection.close();
  }
}

async function makeCalls(connection: Connection, kind: CallKind, dice: SeededRandom, times: number): Promise<void> {
  for (let made = 0; made < times; made += 1) await makeCall(connection, kind, dice);
}

/** Returns the milliseconds until the answer. */
async function makeCall(connection: Connection, kind: CallKind, dice: SeededRandom): Promise<number> {
  const { status, ms, body } = await connection.ask(kind.draw(dice));
  if (status !== 200) throw new Error(`${kind.name} answered ${status} ${body().slice(0, 200)}`);
  return ms;
}

/** A common kind is measured more often; rounds over all kinds spread other work of the machine over all of them. */
async function measureCalls(
  { product, postgresPid }: FilledNetwork,
  connection: Connection,
  kinds: readonly CallKind[],
  dice: SeededRandom,
): Promise<ReadonlyMap<CallKind, readonly CallCost[]>> {
  const seen = new Map<CallKind, CallCost[]>(kinds.map((kind) => [kind, []]));
  const inRound = (kind: CallKind) => Math.max(1, Math.round((kind.share * CALLS) / FEWEST_CALLS));
  for (let round = 0; round < FEWEST_CALLS; round += 1) {
    for (const kind of kinds) {
      for (let made = 0; made < inRound(kind); made += 1) {
        const before = readClocks(product.pid, postgresPid);
        const ms = await makeCall(connection, kind, dice);
        const after = readClocks(product.pid, postgresPid);
        // The time of ended processes is known to a hundredth of a second only, so that a difference can be negative.
        const spent = (part: keyof typeof before) => Math.max(0, after[part] - before[part]);
        const [loop, aside, postgres] = [spent('loop'), spent('aside'), spent('postgres')];
        seen.get(kind)?.push({ loop, aside, postgres, wait: Math.max(0, ms * 1_000 - loop - postgres) });
      }
    }
  }
  return seen;
}

/** Processor time so far, in microseconds. The first thread of a process runs its event loop. */
function readClocks(serverPid: number, postgresPid: number) {
  const loop = Number(readFileSync(`/proc/${serverPid}/task/${serverPid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  return { loop, aside: cpuMicrosOf(serverPid) - loop, postgres: cpuMicrosOfFamily(postgresPid) };
}

function groupByCost(costs: readonly CallCost[]): CallCost[] {
  const sorted = costs.toSorted((one, other) => totalOf(one) - totalOf(other));
  return Array.from({ length: LEVELS }, (_, level) => {
    const group = sorted.slice(
      Math.floor((level * sorted.length) / LEVELS),
      Math.floor(((level + 1) * sorted.length) / LEVELS),
    );
    const mean = (pick: (cost: CallCost) => number) => group.reduce((sum, cost) => sum + pick(cost), 0) / group.length;
    return {
      loop: mean(({ loop }) => loop),
      aside: mean(({ aside }) => aside),
      postgres: mean(({ postgres }) => postgres),
      wait: mean(({ wait }) => wait),
    };
  });
}

function totalOf({ loop, aside, postgres, wait }: CallCost): number {
  return loop + aside + postgres + wait;
}

/** Counts statements and commits in the log of PostgreSQL; the calls that are measured are not logged. */
async function countStatements(
  network: FilledNetwork,
  connection: Connection,
  kinds: readonly CallKind[],
  dice: SeededRandom,
): Promise<ReadonlyMap<CallKind, { statements: number; commits: number }>> {
  const counts = new Map<CallKind, { statements: number; commits: number }>();
  await network.tables((owner) => owner.query("alter system set log_statement = 'all'"));
  await network.tables((owner) => owner.query('select pg_reload_conf()'));
  try {
    await sleep(500);
    for (const kind of kinds) {
      const from = statSync(network.postgresLog).size;
      await makeCalls(connection, kind, dice, COUNTED_CALLS);
      const log = readFileSync(network.postgresLog).subarray(from).toString('utf8');
      const statements = [...log.matchAll(/LOG: +(?:execute [^:]*|statement): *(\w+)/g)].map(([, verb = '']) =>
        verb.toLowerCase(),
      );
      const work = statements.filter((verb) => !['begin', 'commit', 'set', 'start'].includes(verb));
      counts.set(kind, {
        statements: Math.max(1, work.length / COUNTED_CALLS),
        // A file is read in a transaction that locks nothing.
        commits: kind.isWrite ? statements.filter((verb) => verb === 'commit').length / COUNTED_CALLS : 0,
      });
    }
  } finally {
    await network.tables((owner) => owner.query('alter system reset log_statement'));
    await network.tables((owner) => owner.query('select pg_reload_conf()'));
  }
  return counts;
}

/** The processes whose parent is this one. */
export function childrenOf(pid: number): readonly number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
