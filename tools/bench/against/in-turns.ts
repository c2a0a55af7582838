import { median } from '../../harness/quantile.ts';

/** Measures both versions in every round, in alternating order. */
export async function measureInTurns<Version, Measured>(
  versions: readonly [Version, Version],
  rounds: number,
  measure: (version: Version, round: number) => Promise<Measured>,
): Promise<[Measured[], Measured[]]> {
  const measured: [Measured[], Measured[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      measured[which].push(await measure(versions[which], round));
    }
  }
  return measured;
}

/** Prints the medians of both versions, and the median of the ratios of the rounds. */
export function printRatio<Measured>(
  what: string,
  [before, now]: readonly [Measured[], Measured[]],
  figureOf: (measured: Measured) => number,
): void {
  const [old, recent] = [before.map(figureOf), now.map(figureOf)];
  const ratios = recent.map((figure, round) => figure / (old[round] ?? Number.NaN));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const cells = [median(old), median(recent)].map((figure) => figure.toFixed(figure < 10 ? 2 : 0).padStart(10));
  console.log(
    `${what.padEnd(52)}${cells.join('')}   × ${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
  );
}
