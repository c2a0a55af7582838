import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type Turns = {
  /** The flags with which a server records its turns. */
  readonly flags: readonly string[];
  forget(): void;
  /** The longest turn of the event loop since `forget`, in milliseconds. */
  longestMs(): number;
};

/** Has a server of any version write the longest turn of its event loop to this file, ten times a second. */
export function recordTurns(file: string): Turns {
  const recorder = `
    import { appendFileSync } from 'node:fs';
    import { monitorEventLoopDelay } from 'node:perf_hooks';
    import { isMainThread } from 'node:worker_threads';
    if (isMainThread) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      setInterval(() => {
        appendFileSync(${JSON.stringify(file)}, (delay.max / 1e6).toFixed(1) + '\\n');
        delay.reset();
      }, 100).unref();
    }`;
  return {
    flags: ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`],
    forget: () => writeFileSync(file, ''),
    longestMs: () => (existsSync(file) ? Math.max(0, ...readFileSync(file, 'utf8').split('\n').map(Number)) : 0),
  };
}
