import { median } from '../harness/quantile.ts';
import { load, type Measured, type Target } from './load.ts';

export type Pace = { readonly rounds: number; readonly seconds: number; readonly warmUpSeconds: number };

/** What was measured of each target, round by round. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Measured[]>>;

/**
 * Measures the targets in turn, in many short rounds and every other time backwards: whatever else happens on a shared
 * machine then falls on neighbours alike, and a share is taken within a round.
 */
export async function inTurns<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  { rounds, seconds, warmUpSeconds }: Pace,
): Promise<Rounds<Name>> {
  const entries = Object.entries<Target>(targets);
  const measured = new Map<string, Measured[]>(entries.map(([name]) => [name, []]));
  for (const [, target] of entries) await load(target, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of round % 2 === 0 ? entries : entries.toReversed()) {
      measured.get(name)?.push(await load(target, seconds));
    }
  }
  // @NOTE the map was made from the names of `targets`; fromEntries forgets them.
  return Object.fromEntries(measured) as Record<Name, Measured[]>;
}

/** How much of the other's rate this one reaches: the median over the rounds, which forgives a disturbed one. */
export function shareOf(ours: readonly Measured[], theirs: readonly Measured[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
}
