type Planned = { readonly at: number; readonly order: number; readonly task: () => void };

/** The time of a simulation, in seconds. It jumps from one planned task to the next. */
export class Clock {
  #now = 0;
  #planned = 0;
  readonly #heap: Planned[] = [];

  get now(): number {
    return this.#now;
  }

  /** Plans a task after this many seconds; tasks of the same time run in the order in which they were planned. */
  after(seconds: number, task: () => void): void {
    this.#planned += 1;
    const heap = this.#heap;
    heap.push({ at: this.#now + Math.max(0, seconds), order: this.#planned, task });
    let place = heap.length - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#swapIfLater(parent, place)) break;
      place = parent;
    }
  }

  /** Runs planned tasks until none is left. */
  run(): void {
    for (let next = this.#takeFirst(); next; next = this.#takeFirst()) {
      this.#now = next.at;
      next.task();
    }
  }

  #takeFirst(): Planned | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= heap.length) return first;
      const right = left + 1;
      const smaller = right < heap.length && this.#isLater(left, right) ? right : left;
      if (!this.#swapIfLater(place, smaller)) return first;
      place = smaller;
    }
  }

  #isLater(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    return a !== undefined && b !== undefined && (a.at > b.at || (a.at === b.at && a.order > b.order));
  }

  #swapIfLater(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b || !this.#isLater(one, other)) return false;
    this.#heap[one] = b;
    this.#heap[other] = a;
    return true;
  }
}
