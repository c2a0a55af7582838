import { test } from 'vitest';
import { expectAccessibleInEveryLook, type Overlay } from '../../page/every-look.ts';
import { closesModal, field, heading, modal, openUserMenu } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

const frameOverlays: readonly Overlay[] = [
  { name: 'user-menu', open: openUserMenu },
  {
    name: 'search',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('e');
      await page.getByRole('option').first().waitFor();
    },
    close: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'recent-messages',
    open: async (page) => {
      await page.getByRole('button', { name: 'Recent messages' }).click();
      await modal(page).waitFor();
    },
    close: closesModal,
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await heading(page).click();
      await page.keyboard.press('?');
      await modal(page).waitFor();
    },
    close: closesModal,
  },
  {
    name: 'menu',
    only: 'phone',
    open: async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await modal(page).waitFor();
    },
    close: closesModal,
  },
];

test('the dashboard of a member is accessible with every overlay of the frame open', async () => {
  const { page } = await loggedIn('patient23');
  await page.goto('/dashboard');
  await heading(page, 'Hello Nadia').waitFor();
  await expectAccessibleInEveryLook(page, 'dashboard', frameOverlays);
});

test('the dashboard of an administrator is accessible', async () => {
  const { page } = await loggedIn('super');
  await page.goto('/dashboard');
  await page.getByText(/Page 1 of [2-9]/).waitFor();
  await expectAccessibleInEveryLook(page, 'users-list');
  // A short list shows the same overlays and is checked much faster.
  await field(page, 'Filter Users List').fill('staff@north.test');
  await page.getByText('Total Records: 1 (Filtered Results)').waitFor();
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Actions for Arne Bakke' }).click();
    await page.getByRole('menuitem', { name: 'Login as User' }).waitFor();
  };
  await expectAccessibleInEveryLook(page, 'users-list-filtered', [
    {
      name: 'membership',
      only: 'desktop',
      open: async () => {
        await page.getByRole('button', { name: 'Membership' }).click();
        await page.getByRole('menuitemradio').first().waitFor();
      },
    },
    {
      name: 'filters',
      only: 'phone',
      open: async () => {
        await page.getByRole('button', { name: 'Filters', exact: true }).click();
        await modal(page, 'Filters').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'saved-views',
      open: async () => {
        await page.getByRole('button', { name: 'Saved views' }).click();
        await page.getByLabel('Save this view').waitFor();
      },
    },
    { name: 'row-menu', open: openMenu },
    {
      name: 'login-as',
      open: async () => {
        await openMenu();
        await page.getByRole('menuitem', { name: 'Login as User' }).click();
        await modal(page, 'Login As').waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the list of inactive users is accessible', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/inactive-users');
  await page.getByText('Judith Amsel').waitFor();
  await expectAccessibleInEveryLook(page, 'inactive-users', [
    {
      name: 'nothing-found',
      open: async () => {
        await field(page, 'Filter Inactive Users').fill('nobody like that');
        await page.getByText('Nothing matches').waitFor();
      },
      close: () => page.getByRole('button', { name: 'Clear Filters' }).first().click(),
    },
  ]);
});

test('the dashboard of staff is accessible, and so is a center’s account with the acting strip', async () => {
  const { page } = await loggedIn('staff2');
  await page.goto('/dashboard');
  const access = page.getByRole('button', { name: 'Access to this HC' });
  await access.waitFor();
  const ask = async () => {
    await access.click();
    await modal(page, 'Access').waitFor();
  };
  await expectAccessibleInEveryLook(page, 'dashboard-staff', [{ name: 'access', open: ask, close: closesModal }]);
  await ask();
  await modal(page).getByRole('button', { name: 'Proceed' }).click();
  await heading(page, 'Hello Maria').waitFor();
  await expectAccessibleInEveryLook(page, 'acting-as-center');
});
