import type { Figures, WorkerFigures } from '../kernel/figures/figures.ts';
import type { FiguresAnswer } from './messages.ts';

/** A worker that does not answer within this time is left out of this reading. */
const TIMEOUT_MS = 2_000;

/**
 * Reads the figures of workers. What a worker has counted stays part of the sums when it is late or has ended: a sum
 * that falls would look like a restart of the server, and the next one like a burst of calls.
 */
export function collectWorkerFigures<Worker>(ask: (worker: Worker, id: number) => void, timeoutMs = TIMEOUT_MS) {
  const lastCounted = new Map<Worker, Figures>();
  /** The counts of workers that have ended. */
  const ended: Figures[] = [];
  const waiting = new Map<number, { worker: Worker; settle: (figures: Figures | null) => void }>();
  let requests = 0;

  function readOne(worker: Worker): Promise<Figures | null> {
    requests += 1;
    const id = requests;
    return new Promise((resolve) => {
      const settle = (figures: Figures | null) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(figures);
      };
      const timer = setTimeout(() => settle(null), timeoutMs);
      waiting.set(id, { worker, settle });
      ask(worker, id);
    });
  }

  return {
    async read(workers: Iterable<Worker>): Promise<Pick<WorkerFigures, 'figures' | 'answered'>> {
      const { mergeFigures } = await import('../kernel/figures/merge-figures.ts');
      const answers = await Promise.all([...workers].map(readOne));
      const answering = answers.filter((figures) => figures !== null);
      // A worker that ends while these are merged is added after them.
      ended.push(await mergeFigures(ended.splice(0)));
      const current = answering.map((figures) => figures.filter((figure) => !isCounted(figure)));
      return { figures: [...current, ...lastCounted.values(), ...ended], answered: answering.length };
    },
    receive(worker: Worker, { id, figures }: FiguresAnswer): void {
      if (figures) lastCounted.set(worker, figures.filter(isCounted));
      waiting.get(id)?.settle(figures);
    },
    forget(worker: Worker): void {
      const counted = lastCounted.get(worker);
      if (counted) ended.push(counted);
      lastCounted.delete(worker);
      for (const { worker: asked, settle } of waiting.values()) if (asked === worker) settle(null);
    },
  };
}

function isCounted({ type }: Figures[number]): boolean {
  // @NOTE prom-client's types declare an enum, but its objects hold the word.
  return ['counter', 'histogram'].includes(type as unknown as string);
}
