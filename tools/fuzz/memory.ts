import type { Target } from './target.ts';

const EVERY_MS = 1_000;
/** Garbage that may be uncollected at any moment. */
const SLACK_MEGABYTES = 80;
/** The heap grows to its working size before it can be flat. */
const SETTLED_SECONDS = 60;

/** Samples the product's memory during the run. */
export class Memory {
  readonly #seen: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor({ megabytes }: Target) {
    this.#timer = setInterval(() => void megabytes().then((now) => this.#seen.push(now)), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The median of the second fifth, when all code has run once, and of the last fifth. */
  get course(): { early: number; late: number; most: number } {
    const fifth = Math.ceil(this.#seen.length / 5);
    return {
      early: middle(this.#seen.slice(fifth, 2 * fifth)),
      late: middle(this.#seen.slice(-fifth)),
      most: Math.max(0, ...this.#seen),
    };
  }

  /** Null if the run was too short to tell. */
  get isFlat(): boolean | null {
    if (this.#seen.length * EVERY_MS < SETTLED_SECONDS * 1_000) return null;
    const { early, late } = this.course;
    return late <= early + SLACK_MEGABYTES;
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
