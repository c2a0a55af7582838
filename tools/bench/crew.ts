import { pathFor } from '../../server/testing/path-for.ts';
import { Connection, requestText } from '../harness/connection.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import type { Worker } from '../harness/workers.ts';
import { dayOf, type Task } from '../harness/working-day.ts';

/** The measurements of one period: the response times by kind of call, and the responses with a wrong status. */
export type Seen = {
  readonly seconds: number;
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly failures: ReadonlyMap<string, number>;
};

/**
 * Each worker uses a separate connection for this many seconds and sends the next request as soon as the last is
 * answered.
 */
export async function workFor(workers: readonly Worker[], port: number, seconds: number, seed: number): Promise<Seen> {
  const times = new Map<string, number[]>();
  const failures = new Map<string, number>();
  const started = performance.now();
  const until = started + seconds * 1000;
  const work = async (worker: Worker, place: number) => {
    const connection = new Connection(port);
    const dice = new SeededRandom(seed * 1000 + place);
    const day = dayOf(worker.plan).map((task): readonly [Task, number] => [task, task.weight]);
    while (performance.now() < until) {
      const { kind, call } = dice.weighted(day);
      const { route, params = {}, query = {}, body } = call(worker, dice);
      const { status, ms } = await connection.ask(
        requestText(route.method, pathFor(route, params, query), worker.token, body),
      );
      if (status === 200) add(times, kind, ms);
      else {
        const failure = `${route.method} ${route.path} answered ${status}`;
        failures.set(failure, (failures.get(failure) ?? 0) + 1);
      }
    }
    connection.close();
  };
  await Promise.all(workers.map(work));
  return { seconds: (performance.now() - started) / 1000, times, failures };
}

function add(times: Map<string, number[]>, kind: string, ms: number): void {
  const known = times.get(kind);
  if (known) known.push(ms);
  else times.set(kind, [ms]);
}
