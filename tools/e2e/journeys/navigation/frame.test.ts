import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Line, menuOfToday } from '../../../harness/documented-menus.ts';
import { isLongRun, looks, photograph, wear } from '../../page/looks.ts';
import { arriveAt, heading, mainMenu, openUserMenu } from '../../page/portal.ts';
import { demoAccounts } from '../../people/accounts.ts';
import { loggedIn, type Person } from '../../people/person.ts';

/** These accounts are also photographed in the dark and on a phone. */
const photographedFurther = ['hc', 'patient', 'admin'];

/** The short run has the account with the longest menu of a member; web/shell/menu.test.ts has every menu. */
const shown = demoAccounts.filter(({ account }) => isLongRun || account === 'hc');

test.each(shown)(
  'F015–F018 $account@ sees the own name, Member ID, Plan, menu and footer, and opens every entry',
  async ({ account, plan, planName, name }) => {
    const person = await loggedIn(account);
    const { page, user } = person;
    await page.goto('/dashboard');
    await heading(page, `Hello ${user.first_name}`).waitFor();

    const top = page.getByRole('banner');
    await top.getByText(`Member ID: #${user.id}`, { exact: true }).waitFor();
    await top.getByText(`Plan: ${planName}`, { exact: true }).waitFor();
    await top.getByRole('button', { name: `${name} account menu` }).waitFor();
    await page
      .getByText(`© ${new Date().getFullYear()}, Vialkeep. Vialkeep - All Rights Reserved.`, { exact: true })
      .waitFor();

    await photograph(page, `dashboard-${account}`, looks.light);
    if (photographedFurther.includes(account)) {
      for (const look of [looks.dark, looks.phone, looks.darkPhone]) {
        await wear(page, look);
        await photograph(page, `dashboard-${account}`, look);
      }
      await wear(page, looks.light);
    }

    const lines = menuOfToday(plan, user.tags);
    expect(await shownMenu(mainMenu(page))).toEqual(lines);
    expect(await mainMenu(page).getByRole('button').last().innerText()).toBe('Logout');
    await openEverything(person, lines.flatMap(entriesOf));
  },
);

type Entry = readonly [name: string, path: string];

function entriesOf([name, rest]: Line): readonly Entry[] {
  return typeof rest === 'string' ? [[name, rest]] : rest;
}

async function shownMenu(menu: Locator): Promise<Line[]> {
  await menu.waitFor();
  const lines: Line[] = [];
  for (const item of await menu.locator('> ul > li').all()) {
    const group = item.locator('> button');
    if ((await group.count()) === 0) {
      lines.push(await lineOf(item.getByRole('link')));
      continue;
    }
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    const entries = await item.getByRole('link').all();
    lines.push([await group.innerText(), await Promise.all(entries.map(lineOf))]);
  }
  return lines;
}

async function lineOf(link: Locator): Promise<readonly [string, string]> {
  return [await link.innerText(), (await link.getAttribute('href')) ?? ''];
}

/** Opens these entries of the side menu and those of the user menu; a refused call or an error fails the test. */
async function openEverything({ page, calm }: Person, entries: readonly Entry[]): Promise<void> {
  const loaded = async () => {
    await heading(page).waitFor();
    await calm();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  };
  for (const [name, path] of entries) {
    await mainMenu(page).getByRole('link', { name, exact: true }).click();
    await arriveAt(page, path);
    await loaded();
  }
  for (const [name, path] of [
    ['My Profile', '/profile'],
    ['Settings', '/settings'],
  ] as const) {
    await (await openUserMenu(page)).getByRole('menuitem', { name }).click();
    await arriveAt(page, path);
    await loaded();
  }
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Messages' }).waitFor();
  await menu.getByRole('menuitem', { name: 'Log Out' }).waitFor();
  await page.goto('/password');
  await loaded();
  // The group of the current page is open after a page load.
  const current = mainMenu(page).getByRole('link', { name: 'Change Password' });
  expect(await current.getAttribute('aria-current')).toBe('page');
}
