import { beforeEach, expect, test, vi } from 'vitest';
import { standInBrowser } from '../testing/browser.ts';
import { member } from '../testing/people.ts';

standInBrowser();
const { isPageLocked, lockPage, onLockChange, unlockPage, waitForUnlock } = await import('./lock.ts');
const { clearSession, openSession } = await import('./session.ts');

beforeEach(() => {
  unlockPage();
  openSession({ token: 'mine', user: member() });
});

test('two calls that wait for the unlocking go on together', async () => {
  const changed = vi.fn();
  const forget = onLockChange(changed);
  const both = Promise.all([waitForUnlock(), waitForUnlock()]);
  expect(isPageLocked()).toBe(true);
  expect(changed).toHaveBeenCalledTimes(1);
  unlockPage();
  expect(await both).toEqual([true, true]);
  expect(isPageLocked()).toBe(false);
  forget();
});

test('a log-out ends the lock, and the calls that wait are not repeated', async () => {
  const call = waitForUnlock();
  clearSession();
  expect(await call).toBe(false);
  expect(isPageLocked()).toBe(false);
});

test('the login of another user ends the lock of the session before', async () => {
  const call = waitForUnlock();
  openSession({ token: 'next', user: member({ id: 77 }) });
  expect(await call).toBe(false);
  expect(isPageLocked()).toBe(false);
});

test('a page without a session cannot be locked', async () => {
  clearSession();
  lockPage();
  expect([isPageLocked(), await waitForUnlock()]).toEqual([false, false]);
});
