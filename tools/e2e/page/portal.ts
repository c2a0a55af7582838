import type { Locator, Page } from 'playwright-core';

/** Locators for the parts that every page has, by their visible names. */

export function heading(page: Page, name?: string): Locator {
  return page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name, exact: true }) });
}

/** Returns a form field by its label, which ends in a star if the field is required. */
export function field(page: Page | Locator, label: string): Locator {
  // A list of suggestions has the label of its field as well.
  const inputs = page.locator('input, textarea, select');
  return inputs.and(page.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\*)?$`)));
}

/** Returns the message bar with this text. */
export function bar(page: Page, text: string): Locator {
  return page.locator('[data-tone]').filter({ hasText: text, visible: true }).first();
}

export function mainMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'account menu' }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  return menu;
}

export function modal(page: Page, title?: string): Locator {
  return page.locator('[aria-modal="true"]').filter(title === undefined ? {} : { hasText: title });
}

export async function closesModal(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await modal(page).first().waitFor({ state: 'detached' });
}

/** Returns the strip that every page shows during an impersonation. */
export function actingStrip(page: Page): Locator {
  return page.getByRole('region', { name: 'Working in another account' });
}

export async function storedValue(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Waits until the page has this path, also after redirects. */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
}

/** Replaces the current password on the screen /password. */
export async function chooseOwnPassword(page: Page, current: string, own: string): Promise<void> {
  await typeOwnPassword(page, current, own);
  await modal(page).getByText('Your password has been changed.').waitFor();
  await modal(page).getByRole('button', { name: 'Close' }).last().click();
}

export async function typeOwnPassword(page: Page, current: string, own: string): Promise<void> {
  await field(page, 'Current password').fill(current);
  await field(page, 'New password').fill(own);
  await field(page, 'Confirm password').fill(own);
  await page.getByRole('button', { name: 'Submit' }).click();
}
