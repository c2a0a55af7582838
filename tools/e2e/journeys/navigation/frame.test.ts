import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Line, menuOfToday } from '../../../harness/documented-menus.ts';
import { isLongRun, looks, photograph, wear } from '../../page/looks.ts';
import { arriveAt, heading, mainMenu, openUserMenu } from '../../page/portal.ts';
import { demoAccounts } from '../../people/accounts.ts';
import { loggedIn, type Person } from '../../people/person.ts';

/** These accounts are also photographed in the dark and on a phone. */
const photographedFurther = ['hc', 'patient', 'admin'];

/** The short run omits accounts with the default menu. */
const plain = ['affiliate', 'donor', 'viewer', 'buyer', 'super'];
const shown = demoAccounts.filter(({ account }) => isLongRun || !plain.includes(account));

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
    await openEverything(person, lines.flatMap(entriesOf).filter(opensHere(account)));
  },
);

/** Accounts share most of their menus: in the short run, only the first account that has a page opens it. */
const openedBy = new Map(
  shown.toReversed().flatMap(({ account, plan }) =>
    menuOfToday(plan, [])
      .flatMap(entriesOf)
      .map(([, path]) => [path, account]),
  ),
);

function opensHere(account: string) {
  return ([, path]: Entry): boolean => isLongRun || (openedBy.get(path) ?? account) === account;
}

type Entry = readonly [name: string, path: string];

function entriesOf([name, rest]: Line): readonly Entry[] {
  return typeof rest === 'string' ? [[name, rest]] : rest;
}

test('F016 a patient without tag 1 has the default menu, and one with it has the longer menu', async () => {
  const { page, user } = await loggedIn('patient2');
  expect(user.tags).toEqual([]);
  await page.goto('/dashboard');
  expect(await shownMenu(mainMenu(page))).toEqual(menuOfToday(2, []));
});

test('F016 the group of the current page is open, and its entry is marked as current', async () => {
  const { page } = await loggedIn('rep');
  await page.goto('/password');
  const entry = mainMenu(page).getByRole('link', { name: 'Change Password' });
  await entry.waitFor();
  expect(await entry.getAttribute('aria-current')).toBe('page');
});

test('F017 Messages lists what the portal has said in this session', async () => {
  const { page } = await loggedIn('patient13');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Record has been updated!').waitFor();
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Messages' }).click();
  const drawer = page.getByRole('dialog', { name: 'Recent messages' });
  await drawer.getByText('Record has been updated!').waitFor();
});

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
  await page.goto('/contact');
  await loaded();
}
