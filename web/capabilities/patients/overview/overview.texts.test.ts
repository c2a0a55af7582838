import { expect, test } from 'vitest';
import { overviewTexts } from './overview.texts.ts';

const { title, kinds } = overviewTexts.attention;

test('the title agrees with one or several tasks, and says that a full list may be incomplete', () => {
  expect(title(1, 20)).toBe('1 thing needs you');
  expect(title(3, 20)).toBe('3 things need you');
  expect(title(20, 20)).toBe('20+ things need you');
});

test('each reason shows its day, and is a correct sentence without one', () => {
  const day = '2026-11-05';
  expect(Object.values(kinds).map((words) => words(day))).toEqual([
    'Plating of 5 Nov 2026 failed',
    'Sterility test ended 5 Nov 2026, no result yet',
    'Vials were expected 5 Nov 2026',
    'Shipped 5 Nov 2026, not received yet',
    'Ready since 5 Nov 2026, no vials recorded',
  ]);
  expect(Object.values(kinds).map((words) => words(null))).toEqual([
    'Plating failed',
    'Sterility test ended, no result yet',
    'Vials are late',
    'Shipped, not received yet',
    'Ready, no vials recorded',
  ]);
});
