import { expect } from 'vitest';
import { heading, storedValue } from '../page/portal.ts';
import { baseUrl, type LoggedIn } from './person.ts';

const keys = ['token', 'user', 'redirect', 'templateId', 'docId', 'esign-process-complete'];
const cookies = [
  'superAdmin',
  'superAdminID',
  'HCStaffAccess',
  'HCStaffIdUsed',
  'HCStaffNameUsed',
  'HCStaffEmailUsed',
  'HCStaffTemplateId',
];

/** Expects that this logout leads to the login page and leaves no key and no cookie of the session. */
export async function expectClearedBy({ page, context }: LoggedIn, logOut: () => Promise<void>): Promise<void> {
  await page.evaluate((names) => {
    for (const name of names) if (!localStorage.getItem(name)) localStorage.setItem(name, 'left over');
  }, keys);
  await context.addCookies(cookies.map((name) => ({ name, value: '1', url: baseUrl() })));
  await logOut();
  await heading(page, 'Admin Login').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  for (const key of keys) expect([key, await storedValue(page, key)]).toEqual([key, null]);
  // The cookie of files goes with the answer of the logout, for which the page does not wait. The remaining one gives no
  // access: it marks a browser that has logged in before.
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['vk_device']);
}
