import { afterAll, expect, test } from 'vitest';
import {
  budgetOf,
  budgets,
  excessBeforePaint,
  excesses,
  LAYOUT_SHIFT,
  latePaints,
  REQUESTS_BEFORE_PAINT,
  SCRIPTS,
} from '../../budgets.ts';
import { firstVisit } from '../../page/first-visit.ts';
import { heading } from '../../page/portal.ts';
import type { Account } from '../../people/accounts.ts';
import { loggedIn, visitor } from '../../people/person.ts';
import { tours } from '../../tour/tours.ts';

/** The first pages of most users. `npm run budgets` visits all others. */
const visited: readonly { route: string; who: string; account?: Account }[] = [
  { route: '/', who: 'visitor' },
  { route: '/verify', who: 'visitor' },
  { route: '/dashboard', who: 'patient', account: 'patient' },
  { route: '/dashboard', who: 'admin', account: 'admin' },
];

const lines: string[] = [];

afterAll(() => console.log(`First visits, as they travel:\n${lines.join('\n')}`));

test.each(visited)('the first visit of $route as $who stays within its budget', async ({ route, who, account }) => {
  const { page, calm } = account === undefined ? await visitor() : await loggedIn(account);
  const seen = await firstVisit(page, async () => {
    await page.goto(route);
    await heading(page).first().waitFor();
    await calm();
  });
  const size = (seen.bytes / 1000).toFixed(0);
  lines.push(`  ${route} (${who}): ${size} kB, ${seen.requests} requests, a shift of ${seen.layoutShift.toFixed(3)}`);
  expect(excesses(seen, budgetOf(route, who))).toEqual([]);
});

test('content that moves the login page down during its first visit exceeds the limit of layout shift', async () => {
  const { page } = await visitor();
  const seen = await firstVisit(page, async () => {
    await page.goto('/');
    await heading(page).first().waitFor();
    await page.evaluate(async () => {
      const nextFrame = () => new Promise((painted) => requestAnimationFrame(painted));
      // A shift is the difference between two painted frames.
      await nextFrame();
      await nextFrame();
      const banner = document.createElement('div');
      banner.style.height = '300px';
      document.body.prepend(banner);
      await nextFrame();
      await nextFrame();
    });
  });
  expect(excesses(seen, budgetOf('/', 'visitor'))).toEqual([expect.stringMatching(/^a shift of 0\.[1-9]/)]);
});

test('every page has a budget, and every budget has a page that is visited', () => {
  const visits = tours.flatMap(({ who, stops }) => stops.map(({ route }) => budgetOf(route, who)));
  expect(budgets.filter((budget) => !visits.includes(budget))).toEqual([]);
});

test('each limit that a visit exceeds is reported separately', () => {
  const budget = { route: '/', kilobytes: 100, requests: 10 };
  const visit = {
    bytes: 100_000,
    requests: 10,
    scripts: SCRIPTS,
    requestsBeforePaint: REQUESTS_BEFORE_PAINT,
    layoutShift: LAYOUT_SHIFT,
    largestPaintMs: 0,
    earlyReads: { started: 1, left: [] },
  };
  expect(excesses(visit, budget)).toEqual([]);
  expect(excesses({ ...visit, bytes: 101_000 }, budget)).toEqual(['101 kB instead of 100']);
  expect(excesses({ ...visit, requests: 11 }, budget)).toEqual(['11 requests instead of 10']);
  expect(excesses({ ...visit, layoutShift: 0.11 }, budget)).toEqual(['a shift of 0.110']);
  expect(excesses({ ...visit, scripts: 13 }, budget)).toEqual(['13 JavaScript files instead of 12']);
  const early = { ...visit, earlyReads: { started: 1, left: ['/api/x/'] } };
  expect(excesses(early, budget)).toEqual(['the early read /api/x/ was not taken']);
  expect(excessBeforePaint(visit)).toEqual([]);
  expect(excessBeforePaint({ requestsBeforePaint: 21 })).toEqual([
    '21 requests before the largest paint instead of 20',
  ]);
});

test('a visit is late when its paint comes after 1.35 times the median of its walk', () => {
  const walk = [1000, 1000, 1350, 1351].map((largestPaintMs) => ({ largestPaintMs }));
  expect(latePaints(walk)).toEqual({ limitMs: 1823, late: [] });
  expect(latePaints(walk.toSpliced(2, 1))).toEqual({ limitMs: 1350, late: [{ largestPaintMs: 1351 }] });
});
