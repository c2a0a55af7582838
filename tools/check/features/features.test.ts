import { expect, test } from 'vitest';
import { featureFaults } from './features-document.ts';
import { rowsNamedIn } from './named-rows.ts';
import { titlesIn } from './named-tests.ts';
import { resultsOfRows } from './results-of-rows.ts';

const root = import.meta.dirname;
const row = (id: string) => ({ id, name: 'Something', area: 'Somewhere', lives: ['features.test.ts'] });
const named = (title: string, isLong = false) => ({ file: 'a.test.ts', title, rows: rowsNamedIn(title), isLong });

test('a title names one row, several rows, or a range of rows', () => {
  expect(rowsNamedIn('F067, F070 a signer with a link, S-18')).toEqual(['F067', 'F070']);
  expect(rowsNamedIn('F125–F127 a report')).toEqual(['F125', 'F126', 'F127']);
  expect(rowsNamedIn('[U+1F600]')).toEqual([]);
});

test('a title is read from a quoted string, and a test of the long run is marked as such', () => {
  const text = "// F001\ntest('F002 a', run);\ntest.runIf(isLongRun)(\n  'F003 b',\n  run);";
  expect(titlesIn('tools/e2e/journeys/session/login.test.ts', text)).toMatchObject([
    { title: 'F002 a', isLong: false },
    { title: 'F003 b', isLong: true },
  ]);
  expect(titlesIn('tools/e2e/journeys/navigation/tables.test.ts', text)).toMatchObject([
    { isLong: true },
    { isLong: true },
  ]);
});

test('a row without a test, a test without a row and a missing file are reported as faults', () => {
  expect(featureFaults([named('F001 a')], root, [row('F001')])).toEqual([]);
  expect(featureFaults([], root, [row('F001')])).toHaveLength(1);
  expect(featureFaults([named('F001 a', true)], root, [row('F001')])).toHaveLength(1);
  expect(featureFaults([named('F001, F002 a')], root, [row('F001')])).toHaveLength(1);
  expect(featureFaults([named('F001 a')], root, [{ ...row('F001'), lives: ['gone.ts'] }])).toHaveLength(1);
});

test('a row is proven when one of its tests passed and none failed', () => {
  const ran = (status: string) => ({ file: 'a.test.ts', fullName: 'F001 a does b', status });
  const isProven = (...statuses: string[]) => resultsOfRows([row('F001')], statuses.map(ran))[0]?.isProven;
  expect(isProven('passed', 'skipped')).toBe(true);
  expect(isProven('passed', 'failed')).toBe(false);
  expect(isProven('skipped')).toBe(false);
  expect(isProven()).toBe(false);
});
