import { afterAll, expect, test } from 'vitest';
import { budgets, LARGEST_PAINT_MS, LAYOUT_SHIFT } from '../budgets.ts';
import { asOnAPhone, firstVisit } from '../first-visit.ts';
import { isLongRun, looks } from '../looks.ts';
import { loggedIn, visitor } from '../person.ts';

const lines: string[] = [];
const measured = budgets.filter(({ inEveryRun }) => inEveryRun || isLongRun);

afterAll(() => console.log(`First visits, as they travel:\n${lines.join('\n')}`));

test.each(measured)('the first visit of $path as $account stays within its budget', async (budget) => {
  const { path, account, kilobytes, requests } = budget;
  const look = isLongRun ? looks.phone : looks.light;
  const { page, calm } = account === undefined ? await visitor({ look }) : await loggedIn(account, { look });
  if (isLongRun) await asOnAPhone(page);
  const seen = await firstVisit(page, path, calm);
  const size = seen.bytes / 1000;
  const speed = isLongRun
    ? `, largest paint ${seen.largestPaintMs} ms (good: ${LARGEST_PAINT_MS}), shift ${seen.layoutShift.toFixed(3)}`
    : '';
  lines.push(`  ${path} (${account ?? 'nobody'}): ${size.toFixed(0)} kB, ${seen.requests} requests${speed}`);
  expect(size).toBeLessThanOrEqual(kilobytes);
  expect(seen.requests).toBeLessThanOrEqual(requests);
  if (!isLongRun) return;
  expect(seen.layoutShift).toBeLessThanOrEqual(LAYOUT_SHIFT);
});
