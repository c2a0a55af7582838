import { describeError, type Logger } from '../log.ts';

/** Work of a process that no call and no job waits for. It must survive a kill at any moment. */
export type Background = {
  /**
   * Starts the task; where one of this name is running in this process, once more after its end. The running one may
   * have looked for work already when the caller's was committed.
   */
  start(name: string, task: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts the tasks and waits for their ends. */
  stop(): Promise<void>;
};

export function newBackground(log: Logger): Background {
  const running = new Map<string, { readonly ended: Promise<void>; isAskedAgain: boolean }>();
  const ending = new AbortController();

  async function run(name: string, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await task(ending.signal);
    } catch (error) {
      log.warn({ task: name, error: describeError(error) }, 'a background task failed');
    }
    const isAskedAgain = running.get(name)?.isAskedAgain === true;
    running.delete(name);
    if (isAskedAgain) start(name, task);
  }

  function start(name: string, task: (signal: AbortSignal) => Promise<void>): void {
    if (ending.signal.aborted) return;
    const already = running.get(name);
    if (already) already.isAskedAgain = true;
    else running.set(name, { ended: Promise.resolve().then(() => run(name, task)), isAskedAgain: false });
  }

  return {
    start,
    async stop() {
      ending.abort();
      await Promise.all(Array.from(running.values(), ({ ended }) => ended));
    },
  };
}
