import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import type { WorkerFigures } from '../kernel/figures/figures.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';
import { openConnections, type Taker } from './connections.ts';
import type { Assignment, FromWorker, ToWorker } from './messages.ts';
import { listenOn } from './serve.ts';
import { keepPlaces } from './shared-places.ts';
import { collectWorkerFigures } from './worker-figures.ts';

type Database = Pick<Assignment, 'ownerUrl' | 'runtimeUrl'>;

/** A server that loses this many workers within this time cannot be repaired by starting more. */
const MOST_DEATHS = 5;
const DEATHS_WITHIN_MS = 30_000;

export type Supervisor = {
  /** Tells the workers to serve, and listens when all of them do. */
  serve(database: Database): Promise<void>;
  /** Replaces the workers one by one; each new one serves before an old one retires. */
  restart(): Promise<void>;
  readFigures(): Promise<WorkerFigures>;
  stop(): Promise<void>;
};

/**
 * Starts worker processes, hands them the connections of the server, and replaces those that die. They load their code
 * at once and serve when the database is prepared.
 */
export function openSupervisor(settings: Settings, endServer: (exitCode: number) => void): Supervisor {
  const { workers: count } = settings;
  const connections = openConnections();
  const places = keepPlaces<Worker>();
  const figures = collectWorkerFigures<Worker>(({ child }, id) => tell(child, { kind: 'read-figures', id }));
  const alive = new Set<Worker>();
  const current = new Map<number, Worker>();
  const deaths: number[] = [];
  let database: Database | null = null;
  let isServing = false;
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();

  function start(place: number, queuesStartJobs: boolean): Worker {
    const child = fork(resolve(import.meta.dirname, 'worker.ts'), []);
    const ready = Promise.withResolvers<void>();
    const send = (id: number, socket: Socket) => tell(child, { kind: 'connection', id }, socket);
    const worker: Worker = { place, child, ready: ready.promise, isLeaving: false, queuesStartJobs, send };
    alive.add(worker);
    // The supervisor waits for it only while the server starts or restarts.
    ready.promise.catch(() => {});
    let sentence = '';
    child.on('message', (message: FromWorker) => {
      // Messages can arrive after the end of their sender.
      if (!alive.has(worker)) return;
      if (message.kind === 'confirmed') connections.confirm(worker, message.id);
      else if (message.kind === 'figures') figures.receive(worker, message);
      else if (message.kind === 'problem') sentence = message.sentence;
      else if (message.kind === 'ready') {
        if (!worker.isLeaving) connections.add(worker);
        ready.resolve();
      } else void places.receive(worker, message, (answer) => tell(child, answer));
    });
    const noteEnd = (how: string) => {
      alive.delete(worker);
      connections.remove(worker);
      places.forget(worker);
      figures.forget(worker);
      const why = sentence || how;
      ready.reject(new StartupProblem(sentence || `A process of the server ended at its start (${why}).`));
      if (!worker.isLeaving && !isStopping && isServing && current.get(place) === worker) replace(worker, why);
    };
    child.on('exit', (code, signal) => noteEnd(signal ?? `exit code ${code}`));
    child.on('error', (error) => {
      // Without an id the process was never started, and no exit will be reported.
      if (child.pid === undefined) noteEnd(error.message);
    });
    if (database) assign(worker, database);
    return worker;
  }

  function assign({ child, place, queuesStartJobs }: Worker, { ownerUrl, runtimeUrl }: Database): void {
    tell(child, { kind: 'serve', assignment: { ownerUrl, runtimeUrl, workers: count, place, queuesStartJobs } });
  }

  function replace({ place }: Worker, why: string): void {
    console.error(`A process of the server ended (${why}) and is replaced.`);
    const now = Date.now();
    deaths.push(now);
    if (deaths.filter((at) => now - at < DEATHS_WITHIN_MS).length >= MOST_DEATHS) {
      console.error('The server keeps ending; the reason stands above.');
      endServer(1);
      return;
    }
    // What the dead process began is finished by the jobs that every server queues at its start.
    current.set(place, start(place, true));
  }

  async function replaceAll(): Promise<void> {
    for (let place = 0; place < count; place += 1) {
      if (isStopping) return;
      const next = start(place, false);
      try {
        await next.ready;
      } catch (problem) {
        console.error(`The server keeps its old process: ${problem instanceof Error ? problem.message : ''}`);
        return;
      }
      // The process to retire may itself be a replacement of one that died meanwhile.
      const old = current.get(place);
      current.set(place, next);
      if (!old) continue;
      connections.retire(old);
      await end(old, 'retire');
    }
  }

  for (let place = 0; place < count; place += 1) current.set(place, start(place, place === 0));

  return {
    async serve(prepared) {
      database = prepared;
      for (const worker of current.values()) assign(worker, prepared);
      await Promise.all([...current.values()].map(({ ready }) => ready));
      isServing = true;
      for (const worker of current.values()) if (!alive.has(worker)) replace(worker, 'at its start');
      await listenOn(settings, connections.listen);
    },
    restart() {
      restarting = restarting.then(replaceAll).catch((problem: unknown) => console.error(problem));
      return restarting;
    },
    async readFigures() {
      return { ...(await figures.read(alive)), deaths: deaths.length };
    },
    async stop() {
      isStopping = true;
      // Connections that the workers still have end with them.
      void connections.close();
      await Promise.all([...alive].map((worker) => end(worker, 'stop')));
    },
  };
}

type Worker = Taker & {
  readonly place: number;
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly queuesStartJobs: boolean;
  /** Whether it was told to end, so that its end is no death. */
  isLeaving: boolean;
};

async function end(worker: Worker, kind: 'retire' | 'stop'): Promise<void> {
  worker.isLeaving = true;
  const { child } = worker;
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  tell(child, { kind });
  await ended;
}

/** A worker that has just died cannot be told anything; its end is reported by its exit event. */
function tell(child: ChildProcess, message: ToWorker, socket?: Socket): void {
  if (child.connected) child.send(message, socket, { keepOpen: true }, () => {});
}
