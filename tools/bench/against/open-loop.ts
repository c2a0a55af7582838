import { setTimeout as sleep } from 'node:timers/promises';
import { pathFor } from '../../../server/testing/path-for.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { SeededRandom } from '../../harness/seeded-random.ts';
import type { Worker } from '../../harness/workers.ts';
import { dayOf, type Task } from '../../harness/working-day.ts';

/** The answers to calls that arrive at a constant rate, each timed from when it was due. */
export type OpenLoop = {
  readonly seconds: number;
  /** The times of the answers of 200, in milliseconds. */
  readonly times: readonly number[];
  /** The number of answers by status; 0 counts broken connections. */
  readonly statuses: ReadonlyMap<number, number>;
};

/** A caller without an answer for this long gives up. */
const GIVE_UP_MS = 10_000;

type Arrival = {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
  /** The address of each worker by their place; without it, all have one address. */
  readonly addressOf?: (place: number) => string;
};

/** Sends the calls of all workers at this rate, whether or not earlier ones are answered. */
export async function sendAtRate(
  port: number,
  workers: readonly Worker[],
  { perSecond, seconds, seed, addressOf }: Arrival,
): Promise<OpenLoop> {
  const dice = new SeededRandom(seed);
  const days = workers.map(({ plan }) => dayOf(plan).map((task): readonly [Task, number] => [task, task.weight]));
  const idle: Connection[] = [];
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  const send = async (due: number) => {
    const place = Math.floor(dice.next() * workers.length);
    const [worker, day] = [workers[place], days[place]];
    if (!worker || !day) throw new Error('There are no workers.');
    const { route, params = {}, query = {}, body } = dice.weighted(day).call(worker, dice);
    const request = requestText(route.method, pathFor(route, params, query), worker.token, body, addressOf?.(place));
    const connection = takeOpen(idle) ?? new Connection(port, GIVE_UP_MS);
    const answered = await connection.ask(request).catch(() => null);
    if (answered) idle.push(connection);
    if (answered?.status === 200) times.push(performance.now() - due);
    statuses.set(answered?.status ?? 0, (statuses.get(answered?.status ?? 0) ?? 0) + 1);
  };
  const began = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const due = began + (sent / perSecond) * 1000;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const call = send(due).finally(() => pending.delete(call));
    pending.add(call);
  }
  await Promise.all(pending);
  for (const connection of idle) connection.close();
  return { seconds, times, statuses };
}

/** The server may have closed a connection that was idle. */
function takeOpen(idle: Connection[]): Connection | undefined {
  for (let taken = idle.pop(); taken; taken = idle.pop()) if (taken.isOpen) return taken;
  return undefined;
}

/** The answers of 200 within a second, for each second of arrivals. */
export function goodputOf({ times, seconds }: OpenLoop): number {
  return times.filter((ms) => ms <= 1000).length / seconds;
}
