import { beforeEach, expect, test } from 'vitest';
import { pageScope } from '../navigation/unsaved.ts';
import { standInBrowser } from '../testing/browser.ts';
import { member } from '../testing/people.ts';
import { sessionCookies, writeCookie } from './cookies.ts';
import {
  clearSession,
  hasUnreadableUser,
  loginMessage,
  onSessionChange,
  openSession,
  sessionKeys,
  setLoginMessage,
  shownSession,
  storedSession,
  storeUser,
} from './session.ts';

let browser: ReturnType<typeof standInBrowser>;
beforeEach(() => {
  browser = standInBrowser();
});

test('F005 logging out removes six keys and seven cookies and nothing that belongs to the browser', () => {
  for (const key of [...sessionKeys, 'build-version', 'preferences']) browser.localStorage.setItem(key, 'x');
  for (const cookie of sessionCookies) writeCookie(cookie, '1');
  expect(sessionKeys).toHaveLength(6);
  expect(browser.cookies.size).toBe(7);

  clearSession();
  expect(Object.keys(browser.localStorage).toSorted()).toEqual(['build-version', 'preferences']);
  expect(browser.cookies.size).toBe(0);
});

test('drafts, notices and unsaved input end with the session, and the login message stays', () => {
  browser.sessionStorage.setItem('draft:412:profile', '{}');
  browser.sessionStorage.setItem('recent-messages', '[]');
  browser.sessionStorage.setItem('reloaded-for', '["a"]');
  setLoginMessage('Your session has ended.');
  pageScope.mark('a form', true);

  clearSession();
  expect(Object.keys(browser.sessionStorage).toSorted()).toEqual(['login-message', 'reloaded-for']);
  expect(loginMessage()).toBe('Your session has ended.');
  expect(pageScope.hasUnsaved()).toBe(false);
});

test('a new session contains no data of the previous one', () => {
  writeCookie('HCStaffAccess', '1');
  setLoginMessage('Your session has ended.');
  openSession({ token: 'new', user: member() });
  expect(browser.cookies.size).toBe(0);
  expect(loginMessage()).toBeNull();
  expect(storedSession()).toEqual({ token: 'new', user: member() });
});

test('the stored user can be replaced while the token stays', () => {
  openSession({ token: 'kept', user: member() });
  storeUser(member({ id: 77, username: 'Ana Whitfield' }));
  expect(storedSession()).toMatchObject({ token: 'kept', user: { id: 77 } });
});

test('unchanged storage returns the same session object, so that React does not render again', () => {
  openSession({ token: 'same', user: member() });
  expect(storedSession()).toBe(storedSession());
});

test('without a token or a user there is no session', () => {
  expect(storedSession()).toBeNull();
  browser.localStorage.setItem('token', 'alone');
  expect(storedSession()).toBeNull();
  expect(hasUnreadableUser()).toBe(false);
});

test('an unreadable stored user is distinguished from none, because the server can provide it again', () => {
  browser.localStorage.setItem('token', 'good');
  for (const broken of ['{"id":412}', 'not json', '[]']) {
    browser.localStorage.setItem('user', broken);
    expect(storedSession()).toBeNull();
    expect(hasUnreadableUser()).toBe(true);
  }
});

test('screens keep their session until the browser reports the log-out in another tab', () => {
  openSession({ token: 'shared', user: member() });
  const seen: unknown[] = [];
  const stop = onSessionChange(() => seen.push(shownSession()));
  browser.localStorage.removeItem('token');
  expect(shownSession()).toMatchObject({ token: 'shared' });

  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  expect(seen).toEqual([null]);
  stop();
});

test('a session that ended between the first rendering and its subscription is noticed', () => {
  openSession({ token: 'short', user: member() });
  expect(shownSession()).toMatchObject({ token: 'short' });
  browser.localStorage.removeItem('token');
  const stop = onSessionChange(() => {});
  expect(shownSession()).toBeNull();
  stop();
});
