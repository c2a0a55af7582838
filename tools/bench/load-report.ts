import { quantile } from '../harness/quantile.ts';
import { writes } from '../harness/working-day.ts';
import type { Seen } from './crew.ts';
import type { MemorySeen } from './memory-watch.ts';

const RATE_TARGET = 1_000;
const P99_TARGET_MS = 100;
/**
 * Growth allowed in ten minutes; caches that are filled on purpose, such as statement names, may still grow in the last
 * one.
 */
const MEMORY_TARGET_MIB = 3;
const SCALING_TARGET = 1.7;

export function countAnswers({ times }: Seen): number {
  return [...times.values()].reduce((sum, each) => sum + each.length, 0);
}

export function rateOf(seen: Seen): number {
  return countAnswers(seen) / seen.seconds;
}

export function kindsTable(seen: Seen, isJudged: boolean): string {
  const all = [...seen.times.values()].flat();
  const written = [...seen.times].filter(([kind]) => writes.has(kind)).reduce((sum, [, each]) => sum + each.length, 0);
  const failed = [...seen.failures.values()].reduce((sum, each) => sum + each, 0);
  const kinds = [...seen.times].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    row('', 'per second', 'p50', 'p95', 'p99'),
    ...kinds.map(([kind, each]) => formatKindRow(writes.has(kind) ? `${kind} *` : kind, each, seen.seconds)),
    formatKindRow('all', all, seen.seconds),
    `  * writes: ${((written / all.length) * 100).toFixed(1)} % of all; answered ${all.length} in ${seen.seconds.toFixed(0)} s, failed ${failed}`,
    ...(isJudged
      ? [
          `  ${RATE_TARGET} in a second ${verdict(rateOf(seen) >= RATE_TARGET)}; p99 of all below ${P99_TARGET_MS} ms ${verdict(quantile(all, 0.99) < P99_TARGET_MS)}; nothing failed ${verdict(failed === 0)}`,
        ]
      : []),
  ].join('\n');
}

/** The CPU time that each process spends on one response, and the most responses that these cores can give. */
export function costsTable(
  spent: readonly (readonly [who: string, micros: number])[],
  answers: number,
  cores: number,
): string {
  const each = spent.map(([who, micros]) => `${who} ${(micros / answers).toFixed(0)} µs`);
  const sum = spent.reduce((total, [, micros]) => total + micros, 0) / answers;
  return `  processor for one answer: ${each.join(', ')} (these: whoever asks); ${cores} cores give at most ${((cores * 1e6) / sum).toFixed(0)} a second`;
}

export function memoryLine(memory: MemorySeen, isJudged: boolean): string {
  const { firstMiB, lowestMiB, highestMiB, livingEarlyMiB, livingLateMiB } = memory;
  const level = `${firstMiB.toFixed(0)} MiB at first, ${lowestMiB.toFixed(0)} to ${highestMiB.toFixed(0)} MiB after the warm-up`;
  const living = `${livingEarlyMiB.toFixed(1)} MiB of it living early, ${livingLateMiB.toFixed(1)} late`;
  const isFlat = livingLateMiB - livingEarlyMiB <= MEMORY_TARGET_MIB;
  const judged = `; ${living} (at most ${MEMORY_TARGET_MIB} more) ${verdict(isFlat)}`;
  return `  memory of the server: ${level}${isJudged ? judged : ''}`;
}

export function scalingLine(what: string, alone: number, together: number, isJudged: boolean): string {
  const factor = together / alone;
  return `${what}: ${alone.toFixed(0)} and ${together.toFixed(0)} a second, × ${factor.toFixed(2)} ${isJudged ? `(at least ${SCALING_TARGET}) ${verdict(factor >= SCALING_TARGET)}` : ''}`.trimEnd();
}

function formatKindRow(kind: string, times: readonly number[], seconds: number): string {
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return row(kind, (times.length / seconds).toFixed(1), ms(0.5), ms(0.95), ms(0.99));
}

function row(what: string, ...cells: readonly string[]): string {
  return `  ${what.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`.trimEnd();
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}
