import type { Clock } from './clock.ts';

type Running = { readonly endsAt: number; readonly done: () => void };

/**
 * The cores of a machine, which the system shares evenly among everything that can run. A task uses one core at most.
 */
export class Cores {
  readonly count: number;
  /** Core-seconds spent so far. */
  #spent = 0;
  readonly #clock: Clock;
  /** The work that a task has got since the start, had it run all the time; the same for all that run. */
  #progress = 0;
  #updatedAt = 0;
  /** Sorted by end, the next one last. */
  readonly #running: Running[] = [];
  #plan = 0;

  constructor(clock: Clock, count: number) {
    this.#clock = clock;
    this.count = count;
  }

  get spent(): number {
    this.#update();
    return this.#spent;
  }

  /** Runs a task that needs this many core-seconds. */
  run(seconds: number, done: () => void): void {
    if (seconds <= 0) {
      this.#clock.after(0, done);
      return;
    }
    this.#update();
    const task = { endsAt: this.#progress + seconds, done };
    let place = this.#running.length;
    while (place > 0 && (this.#running[place - 1]?.endsAt ?? 0) <= task.endsAt) place -= 1;
    this.#running.splice(place, 0, task);
    this.#planNext();
  }

  get #speed(): number {
    return Math.min(1, this.count / Math.max(1, this.#running.length));
  }

  #update(): void {
    const passed = this.#clock.now - this.#updatedAt;
    this.#updatedAt = this.#clock.now;
    this.#progress += passed * this.#speed;
    this.#spent += passed * this.#speed * this.#running.length;
  }

  #planNext(): void {
    const next = this.#running.at(-1);
    this.#plan += 1;
    if (!next) return;
    const plan = this.#plan;
    this.#clock.after((next.endsAt - this.#progress) / this.#speed, () => {
      // Another task has come or gone since, and its plan replaces this one.
      if (plan !== this.#plan) return;
      this.#update();
      this.#running.pop();
      this.#planNext();
      next.done();
    });
  }
}
