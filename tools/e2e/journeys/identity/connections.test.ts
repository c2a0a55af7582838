import { createApiKey, listApiKeys } from '@vialkeep/contract/api-keys.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

test('an administrator makes an API key that a program uses, replaces it with an overlap, and revokes both', async () => {
  const name = unique('Nightly report');
  const { page, token, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(400, '/api/v1/api-keys/*');
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Connections' }).click();
  await heading(page, 'Connections').waitFor();

  await openForm(page);
  const making = modal(page, 'Make a key');
  await fillIn(making, page, name);
  // The second click of a double click makes no second key.
  await making.getByRole('button', { name: 'Make a key' }).dblclick();
  const first = await shownKey(page);
  expect(first).toMatch(/^vk_[\da-z]{8}_[\w-]{43}$/);
  await page.keyboard.press('Escape');
  await modal(page, 'Your new key').waitFor();
  expect(await statusBy(first)).toBe(200);
  expect(await keysNamed(name, token)).toEqual(['active']);

  // The key is nowhere once the page that showed it is gone.
  await page.reload();
  await menuButtons(page, name).waitFor();
  expect(await page.content()).not.toContain(first);
  expect(await modal(page).count()).toBe(0);

  await choose(page, menuButtons(page, name), 'Replace');
  const replacing = modal(page, 'Replace key');
  await field(replacing, 'Your current password').fill('Not-my-password-1');
  await replacing.getByRole('button', { name: 'Replace key' }).click();
  await replacing.getByText('This is not your current password.', { exact: true }).waitFor();
  await field(replacing, 'Your current password').fill(DEMO_PASSWORD);
  await replacing.getByRole('button', { name: 'Replace key' }).click();
  const second = await shownKey(page);
  await page.getByRole('button', { name: 'I have noted it' }).click();
  expect([await statusBy(first), await statusBy(second)]).toEqual([200, 200]);
  expect(await keysNamed(name, token)).toEqual(['active', 'replaced']);

  for (const [left, statuses] of [
    [1, [200, 401]],
    [0, [401, 401]],
  ] as const) {
    await choose(page, menuButtons(page, name).last(), 'Revoke');
    await modal(page, 'Revoke key').getByRole('button', { name: 'Revoke key' }).click();
    await bar(page, `${name} has been revoked.`).waitFor();
    await expect.poll(() => menuButtons(page, name).count()).toBe(left);
    expect([await statusBy(second), await statusBy(first)]).toEqual(statuses);
  }
}, 300_000);

test('the screen of connections has no breach of accessibility, closed and with each dialog, and no sideways scroll', async () => {
  const { page, calm, token } = await loggedIn('admin');
  // The newest key is the first row.
  const made = await postJson(
    `${baseUrl()}${createApiKey.path}`,
    { name: unique('Stock sync'), scopes: ['vials.read'], password_current: DEMO_PASSWORD },
    token,
  );
  expect(made.status).toBe(200);
  await page.goto('/connections');
  await heading(page, 'Connections').waitFor();
  await calm();
  expect(await sidewaysOverflow(page)).toBe(0);
  await expectAccessibleInEveryLook(page, 'connections', [
    { name: 'make', open: openForm, close: closesModal },
    {
      name: 'scopes',
      open: async (at) => {
        await openForm(at);
        await field(modal(at, 'Make a key'), 'Key scopes').click();
        await at.getByRole('option', { name: 'Read people' }).waitFor();
      },
      close: async (at) => {
        await at.keyboard.press('Escape');
        await closesModal(at);
      },
    },
    {
      name: 'replace',
      open: async (at) => {
        await choose(at, at.getByRole('button', { name: /^Actions for / }).first(), 'Replace');
        await modal(at, 'Replace key').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'revoke',
      open: async (at) => {
        await choose(at, at.getByRole('button', { name: /^Actions for / }).first(), 'Revoke');
        await modal(at, 'Revoke key').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'shown-once',
      open: async (at) => {
        await openForm(at);
        await fillIn(modal(at, 'Make a key'), at, unique('Stock sync'));
        await modal(at, 'Make a key').getByRole('button', { name: 'Make a key' }).click();
        await shownKey(at);
      },
      close: async (at) => {
        await at.getByRole('button', { name: 'I have noted it' }).click();
        await modal(at).first().waitFor({ state: 'detached' });
      },
    },
  ]);
}, 300_000);

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a key' }).click();
  await field(modal(page, 'Make a key'), 'Name').waitFor();
}

function menuButtons(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Actions for ${name}` });
}

async function choose(page: Page, menuButton: Locator, action: string): Promise<void> {
  await menuButton.click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function fillIn(making: Locator, page: Page, name: string): Promise<void> {
  await field(making, 'Name').fill(name);
  await field(making, 'Key scopes').click();
  await page.getByRole('option', { name: 'Read people' }).click();
  await page.keyboard.press('Escape');
  await field(making, 'Your current password').fill(DEMO_PASSWORD);
}

async function shownKey(page: Page): Promise<string> {
  const shown = modal(page, 'Your new key');
  await shown.waitFor();
  return field(shown, 'API key').inputValue();
}

/** What a program gets that calls with this key. */
async function statusBy(key: string): Promise<number> {
  return (await getJson(`${baseUrl()}${listUsers.path}?limit=1`, key)).status;
}

async function keysNamed(name: string, token: string): Promise<string[]> {
  const { body } = await getJson(`${baseUrl()}${listApiKeys.path}`, token);
  const { results } = listApiKeys.answer.parse(body);
  return results.filter((key) => key.name === name).map(({ state }) => state);
}
