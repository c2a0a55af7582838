import { describeError, type Logger } from '../log.ts';

/** Work of a process that no call and no job waits for. It must survive a kill at any moment. */
export type Background = {
  /** Starts the task, unless one of this name is running in this process. */
  start(name: string, task: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts the tasks and waits for their ends. */
  stop(): Promise<void>;
};

export function newBackground(log: Logger): Background {
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  return {
    start(name, task) {
      if (ending.signal.aborted || running.has(name)) return;
      const run = async () => {
        try {
          await task(ending.signal);
        } catch (error) {
          log.warn({ task: name, error: describeError(error) }, 'a background task failed');
        } finally {
          running.delete(name);
        }
      };
      running.set(name, Promise.resolve().then(run));
    },
    async stop() {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}
