import type { SeededRandom } from '../../../harness/seeded-random.ts';

/** Returns the seconds until the next arrival. */
export type Arrivals = () => number;

/** Independent people: the time between two arrivals is exponential. */
export function arriveAtRandom(perSecond: number, dice: SeededRandom): Arrivals {
  return () => drawExponential(1 / perSecond, dice);
}

/** The arrivals of the open-loop bench: one after the other at equal intervals. */
export function arriveEvenly(perSecond: number): Arrivals {
  return () => 1 / perSecond;
}

export function drawExponential(mean: number, dice: SeededRandom): number {
  return -mean * Math.log(1 - dice.next());
}
