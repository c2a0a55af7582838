import type { Target } from './target.ts';

const EVERY_MS = 1_000;
/** What a collector may leave lying about at any moment. */
const SLACK_MEGABYTES = 80;
/** A heap grows to what its work needs before it can be flat. */
const SETTLED_SECONDS = 60;

/** Looks at the product's memory while it is under attack. */
export class Memory {
  readonly #seen: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor({ megabytes }: Target) {
    this.#timer = setInterval(() => void megabytes().then((now) => this.#seen.push(now)), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The middle of the second fifth, when everything was used once, and of the last. */
  get course(): { early: number; late: number; most: number } {
    const fifth = Math.ceil(this.#seen.length / 5);
    return {
      early: middle(this.#seen.slice(fifth, 2 * fifth)),
      late: middle(this.#seen.slice(-fifth)),
      most: Math.max(0, ...this.#seen),
    };
  }

  /** Null where it was not looked at for long enough to tell. */
  get isFlat(): boolean | null {
    if (this.#seen.length * EVERY_MS < SETTLED_SECONDS * 1_000) return null;
    const { early, late } = this.course;
    return late <= early + SLACK_MEGABYTES;
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
