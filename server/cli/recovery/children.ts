import type { ChildProcess } from 'node:child_process';

/** Longer than an orderly end takes; what still runs then is killed. */
const END_MS = 10_000;

/** The programs that a check has started and that must have ended before its folder is removed. */
export class Children {
  readonly #running = new Map<ChildProcess, NodeJS.Signals>();
  #isEnding = false;

  /** A program that starts while the others are ended is ended at once. */
  add(child: ChildProcess, endsBy: NodeJS.Signals = 'SIGTERM'): void {
    // Without an id the program was never started.
    if (child.pid === undefined) return;
    this.#running.set(child, endsBy);
    child.once('exit', () => this.#running.delete(child));
    if (this.#isEnding) child.kill('SIGKILL');
  }

  async endAll(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#running].map(([child, signal]) => endChild(child, signal)));
  }
}

function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((ended) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      ended();
    });
    child.kill(signal);
  });
}
