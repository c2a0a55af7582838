import { newPlaces, type Places } from '../kernel/jobs/places.ts';

export type PlaceRequest =
  | { readonly kind: 'take'; readonly id: number; readonly subject: string; readonly most: number }
  | { readonly kind: 'free'; readonly id: number };
export type PlaceAnswer = { readonly kind: 'taken'; readonly id: number; readonly isTaken: boolean };

/** The worker's side: asks the supervisor, which counts for all workers. */
export function askForPlaces(send: (request: PlaceRequest) => void) {
  const waiting = new Map<number, (isTaken: boolean) => void>();
  let requests = 0;
  const places: Places = {
    take(subject, most) {
      requests += 1;
      const id = requests;
      const free = () => send({ kind: 'free', id });
      return new Promise((resolve) => {
        waiting.set(id, (isTaken) => resolve(isTaken ? free : null));
        send({ kind: 'take', id, subject, most });
      });
    },
  };
  return {
    places,
    receive({ id, isTaken }: PlaceAnswer): void {
      waiting.get(id)?.(isTaken);
      waiting.delete(id);
    },
  };
}

/** The supervisor's side. The places of a worker that has ended are free again. */
export function keepPlaces<Worker>() {
  const places = newPlaces();
  const ofWorkers = new Map<Worker, Map<number, () => void>>();
  return {
    async receive(worker: Worker, request: PlaceRequest, answer: (answer: PlaceAnswer) => void): Promise<void> {
      const mine = ofWorkers.get(worker) ?? new Map<number, () => void>();
      ofWorkers.set(worker, mine);
      if (request.kind === 'free') {
        mine.get(request.id)?.();
        mine.delete(request.id);
        return;
      }
      const free = await places.take(request.subject, request.most);
      if (free) mine.set(request.id, free);
      answer({ kind: 'taken', id: request.id, isTaken: free !== null });
    },
    forget(worker: Worker): void {
      for (const free of ofWorkers.get(worker)?.values() ?? []) free();
      ofWorkers.delete(worker);
    },
  };
}
