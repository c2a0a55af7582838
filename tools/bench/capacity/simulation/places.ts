/** A number of places that are taken in order of arrival: an event loop or a lock has one, a pool has several. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #first = 0;

  constructor(count: number) {
    this.#free = count;
  }

  /** How many hold a place or wait for one, relative to the number of places. */
  get load(): number {
    return this.#waiting.length - this.#first - this.#free;
  }

  /** Calls `enter` as soon as a place is free; the place is held until `leave`. */
  take(enter: () => void): void {
    if (this.#free === 0) {
      this.#waiting.push(enter);
      return;
    }
    this.#free -= 1;
    enter();
  }

  leave(): void {
    const next = this.#waiting[this.#first];
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#first += 1;
    if (this.#first > 1_000) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
    next();
  }
}
