/** A deterministic random generator: the same seed gives the same sequence. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  of<T>(things: readonly T[]): T {
    return this.weighted(things.map((thing) => [thing, 1]));
  }

  weighted<T>(things: readonly (readonly [thing: T, weight: number])[]): T {
    let left = this.next() * things.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [thing, weight] of things) {
      left -= weight;
      if (left < 0) return thing;
    }
    throw new Error('Nothing to choose from.');
  }
}
