import type { Page } from 'playwright-core';
import { letterTo } from './emails.ts';
import { visitor } from './person.ts';

/** Follows the link of the letter in another browser, and then goes on in this one. */
export async function confirmEmail(page: Page, email: string, site: string): Promise<void> {
  const { text } = await letterTo(email, 'Confirm your e-mail address', site);
  const letter = await visitor({ site });
  await letter.page.goto(/http\S+\/email-confirm\?key=[\w-]+/.exec(text)?.[0] ?? '');
  await letter.page.getByRole('button', { name: 'Confirm' }).click();
  await letter.page.getByText('Done', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'I have confirmed it' }).click();
}
