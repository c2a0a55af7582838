import { setTimeout as sleep } from 'node:timers/promises';
import { pathFor } from '../../../server/testing/path-for.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { SeededRandom } from '../../harness/seeded-random.ts';
import type { Worker } from '../../harness/workers.ts';
import { dayOf, type Task, writes } from '../../harness/working-day.ts';

export type CallTime = { readonly began: number; readonly ms: number; readonly kind: string };

/** A user reads for a moment before the next call. */
const PAUSE_MS = { least: 100, most: 300 };
const TIMEOUT_MS = 60_000;

/** Users of all plans who read and write steadily until they stop, each over one connection. */
export class StaffAtWork {
  readonly calls: CallTime[] = [];
  readonly failures: string[] = [];
  #isOver = false;
  readonly #works: readonly Promise<void>[];

  constructor(workers: readonly Worker[], port: number) {
    this.#works = workers.map((worker, place) => this.#work(worker, port, new SeededRandom(place)));
  }

  get writes(): number {
    return this.calls.filter(({ kind }) => writes.has(kind)).length;
  }

  /** The times of the calls that were open at a moment between these two. */
  between(began: number, ended: number): number[] {
    return this.calls.filter((call) => call.began < ended && call.began + call.ms > began).map(({ ms }) => ms);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#works);
  }

  async #work(worker: Worker, port: number, dice: SeededRandom): Promise<void> {
    const day = dayOf(worker.plan).map((task): readonly [Task, number] => [task, task.weight]);
    let connection = new Connection(port, TIMEOUT_MS);
    while (!this.#isOver) {
      const { kind, call } = dice.weighted(day);
      const { route, params = {}, query = {}, body } = call(worker, dice);
      const request = requestText(route.method, pathFor(route, params, query), worker.token, body);
      const began = performance.now();
      try {
        const { status } = await connection.ask(request);
        if (status !== 200) throw new Error(`answered ${status}`);
        this.calls.push({ began, ms: performance.now() - began, kind });
      } catch (error) {
        this.failures.push(`${route.method} ${route.path}: ${error instanceof Error ? error.message : 'failed'}`);
        connection.close();
        connection = new Connection(port, TIMEOUT_MS);
      }
      await sleep(dice.between(PAUSE_MS.least, PAUSE_MS.most));
    }
    connection.close();
  }
}
