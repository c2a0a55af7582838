import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.ts';

test('F009 a version that is not stored, or that differs, reloads the page', () => {
  expect(compareVersions('b', { stored: null, reloadedFor: [] })).toBe('reload');
  expect(compareVersions('b', { stored: 'a', reloadedFor: ['a'] })).toBe('reload');
});

test('F009 the stored version does not reload the page', () => {
  expect(compareVersions('b', { stored: 'b', reloadedFor: [] })).toBe('same');
});

test('F009 two servers of different versions reload a tab once each and not again', () => {
  let stored: string | null = null;
  const reloadedFor: string[] = [];
  for (let visit = 0; visit < 20; visit++) {
    const answered = visit % 2 ? 'old' : 'new';
    const verdict = compareVersions(answered, { stored, reloadedFor });
    if (verdict === 'reload') reloadedFor.push(answered);
    stored = answered;
  }
  expect(reloadedFor).toEqual(['new', 'old']);
});
