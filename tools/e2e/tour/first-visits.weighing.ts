import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { budgetOf, excessBeforePaint, excesses, LARGEST_PAINT_MS, latePaints } from '../budgets.ts';
import { ARTIFACTS } from '../page/artifacts.ts';
import { tours } from './tours.ts';
import { type Visit, weigh } from './weigh.ts';

const visits: Visit[] = [];

afterAll(() => {
  const heaviestFirst = visits.toSorted((one, other) => other.bytes - one.bytes);
  const path = `${ARTIFACTS}/first-visits.md`;
  mkdirSync(ARTIFACTS, { recursive: true });
  writeFileSync(path, [...TABLE_HEAD, ...heaviestFirst.map(rowOf), ''].join('\n'));
  const routes = new Set(visits.map(({ route }) => route)).size;
  const slow = visits.filter(({ largestPaintMs }) => largestPaintMs > LARGEST_PAINT_MS).length;
  const worstShift = Math.max(...visits.map(({ layoutShift }) => layoutShift));
  console.log(
    `${visits.length} first visits of ${routes} routes, largest shift ${worstShift.toFixed(3)}, ` +
      `${slow} with a largest paint after ${LARGEST_PAINT_MS} ms: ${path}`,
  );
});

test.each(tours)('every first visit of $who stays within the budget of its route', async (tour) => {
  const weighed = await weigh(tour);
  visits.push(...weighed);
  const tooMuch = weighed.flatMap((visit) =>
    [...excesses(visit, budgetOf(visit.route, visit.who)), ...excessBeforePaint(visit)].map(
      (excess) => `${visit.screen}: ${excess}`,
    ),
  );
  expect(tooMuch).toEqual([]);
});

test('no first visit paints much later than half of the others', () => {
  const { limitMs, late } = latePaints(visits);
  expect(late.map(({ who, screen, largestPaintMs }) => `${who} ${screen}: ${largestPaintMs} of ${limitMs} ms`)).toEqual(
    [],
  );
});

const TABLE_HEAD = [
  '| who | screen | kB | requests | before the paint | scripts | shift | largest paint |',
  '|---|---|---|---|---|---|---|---|',
];

function rowOf({ who, screen, bytes, ...visit }: Visit): string {
  const { requests, requestsBeforePaint, scripts, layoutShift, largestPaintMs } = visit;
  const cells = [who, screen, (bytes / 1000).toFixed(0), requests, requestsBeforePaint, scripts];
  return `| ${[...cells, layoutShift.toFixed(3), `${largestPaintMs} ms`].join(' | ')} |`;
}
