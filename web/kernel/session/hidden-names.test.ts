import { expect, test } from 'vitest';
import { standInBrowser } from '../testing/browser.ts';

test('names stay hidden in this tab until they are shown again', async () => {
  const { sessionStorage, localStorage } = standInBrowser();
  const { areNamesHidden, hideNames } = await import('./hidden-names.ts');
  expect(areNamesHidden()).toBe(false);
  hideNames(true);
  expect(areNamesHidden()).toBe(true);
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  expect(Object.keys(localStorage)).toHaveLength(0);
  hideNames(false);
  expect(areNamesHidden()).toBe(false);
});

test('the next user who logs in sees names again', async () => {
  standInBrowser();
  const { areNamesHidden, hideNames } = await import('./hidden-names.ts');
  const { clearSession } = await import('./session.ts');
  hideNames(true);
  clearSession();
  expect(areNamesHidden()).toBe(false);
});
