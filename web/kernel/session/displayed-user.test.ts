import { beforeEach, expect, test } from 'vitest';
import { standInBrowser } from '../testing/browser.ts';
import { writeCookie } from './cookies.ts';
import { displayedUser } from './displayed-user.ts';

beforeEach(() => void standInBrowser());

const center = { username: 'Maria Stein', email: 'hc@vialkeep.test' };

test('F015 the frame names the stored user, or ‘User’ without a name', () => {
  expect(displayedUser(center)).toEqual({ name: 'Maria Stein', email: 'hc@vialkeep.test' });
  expect(displayedUser({ ...center, username: '' }).name).toBe('User');
});

test('F015 F030 the frame names the staff member, or ‘User’, in a center’s account', () => {
  writeCookie('HCStaffAccess', '1');
  expect(displayedUser(center)).toEqual({ name: 'User', email: '' });
  writeCookie('HCStaffNameUsed', 'Beth Lowell');
  writeCookie('HCStaffEmailUsed', 'staff@vialkeep.test');
  expect(displayedUser(center)).toEqual({ name: 'Beth Lowell', email: 'staff@vialkeep.test' });
});
