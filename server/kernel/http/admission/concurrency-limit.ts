/** The limit never leaves this range, whatever the durations say. */
const LEAST = 8;
const MOST = 512;
const AT_START = 32;

/** Calls may take this many times as long as without load before the limit goes down. */
const TOLERANCE = 3;
const DECREASE = 0.9;
const WINDOW_MS = 100;
/** How much one duration moves the usual one of its route. */
const ADAPTION = 0.05;
/** A call that begins with at most this many others in progress shows how long its route takes without load. */
const WITHOUT_LOAD = 2;

/**
 * The number of calls that a process handles at a time. It follows their durations, each compared with the usual one of
 * the same route without load: it goes down while calls take several times as long, and up while calls wait.
 */
export class ConcurrencyLimit {
  #limit = AT_START;
  #windowBegan: number;
  #completed = 0;
  #slowness: number[] = [];
  #perMs = 0;
  readonly #usualMs = new Map<string, number>();

  constructor(now: number) {
    this.#windowBegan = now;
  }

  get current(): number {
    return Math.floor(this.#limit);
  }

  /** The number of calls that will be completed within this time. */
  completedWithin(ms: number): number {
    return this.#perMs * ms;
  }

  /** Notes a completed call. `others` were in progress when it began. */
  note(route: string, ms: number, others: number): void {
    this.#completed += 1;
    const usual = this.#usualMs.get(route) ?? ms;
    if (usual > 0) this.#slowness.push(ms / usual);
    // Under load only a faster call says something about the duration without load.
    const tells = others <= WITHOUT_LOAD || ms < usual;
    this.#usualMs.set(route, tells ? usual + (ms - usual) * ADAPTION : usual);
  }

  /** Adapts the limit at the end of a window. `isReached` says whether calls wait for a place. */
  adapt(now: number, isReached: boolean): void {
    const ms = now - this.#windowBegan;
    if (ms < WINDOW_MS) return;
    const isSlow = medianOf(this.#slowness) > TOLERANCE;
    if (isSlow) this.#limit = Math.max(LEAST, this.#limit * DECREASE);
    // Without any completed call it also goes up: the calls wait for a lock or for another system, not for this one.
    else if (isReached) this.#limit = Math.min(MOST, this.#limit + Math.sqrt(this.#limit));
    this.#perMs += (this.#completed / ms - this.#perMs) * 0.3;
    this.#windowBegan = now;
    this.#completed = 0;
    this.#slowness = [];
  }
}

/** The median is not moved by the few calls that wait for another system. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
