const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The steps that remove what a run has started, in reverse order. They also run when a signal ends the run. A terminal and
 * npm both pass Ctrl+C on, so a second signal waits for the same steps.
 */
export class CleanUp {
  readonly #steps: (() => unknown)[] = [];
  readonly #onSignal = () => void this.run().finally(() => process.exit(1));
  #running: Promise<void> | null = null;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Throws while the steps run: what is started then would stay. */
  add(step: () => unknown): void {
    if (this.hasBegun) throw new Error('The run is ending.');
    this.#steps.push(step);
  }

  /** A step that fails does not keep the others from running. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
