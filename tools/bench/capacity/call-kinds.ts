import { pathFor } from '../../../server/testing/path-for.ts';
import { requestText } from '../../harness/connection.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { Worker } from '../../harness/workers.ts';
import { dayOf, type Task, writes } from '../../harness/working-day.ts';

/** A kind of call of the working day, with its share of all calls and the people who make it. */
export type CallKind = {
  readonly name: string;
  readonly share: number;
  readonly isWrite: boolean;
  /** Draws a caller and a call, and returns the request in wire format. */
  draw(dice: SeededRandom): string;
};

type Maker = { readonly worker: Worker; readonly task: Task };

/** Lists the kinds of calls that these people make; calls of one kind have the same task and the same route. */
export function listCallKinds(workers: readonly Worker[], dice: SeededRandom): readonly CallKind[] {
  const kinds = new Map<string, [maker: Maker, share: number][]>();
  for (const worker of workers) {
    const day = dayOf(worker.plan);
    const weights = day.reduce((sum, { weight }) => sum + weight, 0);
    for (const task of day) {
      const { route } = task.call(worker, dice);
      const name = `${task.kind}: ${route.method} ${route.path}`;
      const makers = kinds.get(name) ?? [];
      makers.push([{ worker, task }, task.weight / weights / workers.length]);
      kinds.set(name, makers);
    }
  }
  return [...kinds].map(([name, makers]) => ({
    name,
    share: makers.reduce((sum, [, share]) => sum + share, 0),
    isWrite: writes.has(name.slice(0, name.indexOf(':'))),
    draw: (drawDice) => drawRequest(drawDice.weighted(makers), drawDice),
  }));
}

function drawRequest({ worker, task }: Maker, dice: SeededRandom): string {
  const { route, params = {}, query = {}, body } = task.call(worker, dice);
  return requestText(route.method, pathFor(route, params, query), worker.token, body);
}
