import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, closesModal, field, modal } from '../../page/portal.ts';
import { patchJson } from '../../people/calls.ts';
import { newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

test('F132–F137 the confirmation dialogs of the users list are accessible', async () => {
  const { page } = await loggedIn('super');
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill('staff@north.test');
  await page.getByText('(Filtered Results)').waitFor();
  const ask = (action: string, title: string) => ({
    name: action.toLowerCase().replaceAll(' ', '-'),
    open: async () => {
      await page.getByRole('button', { name: 'Actions for Arne Bakke' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await modal(page, title).waitFor();
    },
    close: closesModal,
  });
  await expectAccessibleInEveryLook(page, 'users-list-row', [
    ask('Delete User', 'Delete'),
    ask('Change Password', 'Change Password'),
    {
      name: 'selected',
      open: async () => {
        await page.getByLabel('Select Arne Bakke').check();
        await page.getByRole('button', { name: 'Export selected' }).waitFor();
      },
    },
  ]);
});

test('F134 the wizard is accessible with its cards, fields and error messages', async () => {
  const { page } = await loggedIn('super');
  await page.goto('/dashboard');
  // A short list in the background is checked much faster.
  await field(page, 'Filter Users List').fill('staff@north.test');
  await page.getByText('(Filtered Results)').waitFor();
  await page.getByRole('button', { name: 'Add New User' }).click();
  await page.getByRole('heading', { name: 'Select Membership Type' }).waitFor();
  await expectAccessibleInEveryLook(page, 'create-user-membership');
  await page.getByRole('button', { name: /^Referral Harvest Center/ }).click();
  await field(modal(page), 'First Name').fill('Nell');
  await expectAccessibleInEveryLook(page, 'create-user-details', [
    {
      name: 'errors',
      open: async () => {
        await page.getByRole('button', { name: 'Create User' }).click();
        await page.getByText('Last Name is required.').waitFor();
      },
      close: () => field(modal(page), 'Last Name').focus(),
    },
  ]);
});

test('F135 the details of a patient and of a sales rep are accessible with a list open and after another user’s change', async () => {
  const { page, expectsRefusal } = await loggedIn('super');
  await openDetails(page, 'patient9@vialkeep.test', /Claire Beaumont/);
  await modal(page).getByText('Sales Distributor').first().waitFor();
  await expectAccessibleInEveryLook(page, 'user-details-patient', [
    {
      name: 'address',
      open: async () => {
        await page.getByRole('button', { name: 'Address Information' }).click();
        await field(modal(page), 'City').waitFor();
      },
      close: () => page.getByRole('button', { name: 'Address Information' }).click(),
    },
    {
      name: 'center-list',
      open: async () => {
        await field(modal(page), 'Harvest Center').click();
        await page.getByRole('listbox').getByRole('option').first().waitFor();
      },
    },
  ]);

  const nell = await newUser(3);
  expectsRefusal(409, `/api/v1/users/${nell.id}/`);
  await openDetails(page, nell.email, new RegExp(nell.name));
  const { token } = await openSession('admin');
  await patchJson(`${baseUrl()}/api/v1/users/${nell.id}/`, { city: 'Denver', version: 0 }, token);
  await page.getByRole('button', { name: 'Update' }).click();
  await bar(page, 'Somebody else changed this user.').waitFor();
  await expectAccessibleInEveryLook(page, 'user-details-changed');
});

async function openDetails(page: Page, email: string, name: RegExp): Promise<void> {
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill(email);
  await page.getByRole('link', { name }).click();
  await modal(page, 'User Details').getByRole('button', { name: 'Update' }).waitFor();
}
