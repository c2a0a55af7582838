import { median } from '../harness/quantile.ts';
import type { Measured } from './load.ts';
import { type Rounds, shareOf } from './rounds.ts';
import type { StartTimes } from './start-times.ts';

type Lists = Rounds<'product' | 'bare' | 'named' | 'withSession'>;
type Reads = Rounds<'product' | 'bare' | 'named'>;

const LIST_TARGET = 0.6;
const READ_TARGET = 0.7;

/**
 * Lists the product first, then the servers it is compared with; a share is the product's rate divided by the other's.
 */
export function callTable(lists: Lists, reads: Reads, isJudged: boolean): string {
  const against = (what: string, product: readonly Measured[], other: readonly Measured[], target?: number) => {
    const share = shareOf(product, other);
    const verdict = share >= (target ?? 0) ? ', met' : ', MISSED';
    return formatMeasuredRow(
      what,
      other,
      share.toFixed(2),
      target === undefined ? '' : `target ${target}${isJudged ? verdict : ''}`,
    );
  };
  return [
    row('', 'per second', 'median', '99th', 'CPU', 'share'),
    '(a) a page of 30 users with all that is shown of them, and their count',
    formatMeasuredRow('the product, authenticated', lists.product),
    against('bare node:http and pg, the same statements', lists.product, lists.bare, LIST_TARGET),
    against('  the same, as named prepared statements', lists.product, lists.named),
    against('  named, and the session looked up too', lists.product, lists.withSession),
    '(b) the cheapest authenticated call',
    formatMeasuredRow('the product', reads.product),
    against('bare Fastify and pg, one indexed read', reads.product, reads.bare, READ_TARGET),
    against('  the same, as a named prepared statement', reads.product, reads.named),
  ].join('\n');
}

export function startTable({ coldMs, warmMs }: StartTimes): string {
  return [
    '(c) start to ready',
    row('cold, with an empty data directory', `${(coldMs / 1000).toFixed(2)} s`),
    row('warm', `${(warmMs / 1000).toFixed(2)} s`),
  ].join('\n');
}

function formatMeasuredRow(what: string, rounds: readonly Measured[], ...more: readonly string[]): string {
  const of = (pick: (measured: Measured) => number) => median(rounds.map(pick));
  const cpuMicros = of((measured) => measured.cpuMicros);
  return row(
    what,
    of((measured) => measured.perSecond).toFixed(0),
    `${of((measured) => measured.medianMs).toFixed(2)} ms`,
    `${of((measured) => measured.p99Ms).toFixed(2)} ms`,
    Number.isNaN(cpuMicros) ? '–' : `${cpuMicros.toFixed(0)} µs`,
    ...more,
  );
}

function row(what: string, ...cells: readonly string[]): string {
  const [rate = '', medianTime = '', p99 = '', cpu = '', share = '', verdict = ''] = cells;
  const figures = [rate, medianTime, p99, cpu].map((cell) => cell.padStart(12)).join('');
  return `${what.padEnd(50)}${figures}${share.padStart(8)}  ${verdict}`.trimEnd();
}
