import { median } from '../harness/quantile.ts';
import { load, type Measured, type Target } from './load.ts';

export type Pace = { readonly rounds: number; readonly seconds: number; readonly warmUpSeconds: number };

/** The measurements of each target, round by round. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Measured[]>>;

/**
 * Measures the targets in many short rounds, every other round in reverse order, so that other load on the machine
 * affects neighbouring measurements alike. A share is computed within a round.
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
  // @NOTE the map was made from the names of `targets`; fromEntries loses their type.
  return Object.fromEntries(measured) as Record<Name, Measured[]>;
}

/**
 * The share of the other's rate that this target reaches: the median over the rounds, which ignores a disturbed round.
 */
export function shareOf(ours: readonly Measured[], theirs: readonly Measured[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
}
