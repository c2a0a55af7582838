import { test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { loggedIn, logInThroughTheForm, visitor } from '../../people/person.ts';

test('the login page is accessible', async () => {
  const { page, expectsRefusal } = await visitor();
  expectsRefusal(400, '/api/admin/login/');
  await page.goto('/');
  await heading(page).waitFor();
  await expectAccessibleInEveryLook(page, 'login', [
    {
      name: 'missing',
      open: async () => {
        await page.getByRole('button', { name: 'Login', exact: true }).click();
        await bar(page, 'fields need your attention.').waitFor();
      },
    },
    {
      name: 'refused',
      open: async () => {
        await logInThroughTheForm(page, 'nobody-looks', 'wrong');
        await bar(page, 'Unable to log in').waitFor();
      },
      close: () => page.reload(),
    },
  ]);
});

test('the forgot-password page is accessible', async () => {
  const { page } = await visitor();
  // One account can request three one-time passwords per hour.
  let asked = 0;
  await page.goto('/forgot-password');
  await heading(page).waitFor();
  await expectAccessibleInEveryLook(page, 'forgot-password', [
    {
      name: 'answer',
      open: async () => {
        await field(page, 'Email').fill(`nobody-looks-${(asked += 1)}@vialkeep.test`);
        await page.getByRole('button', { name: 'Reset Password' }).click();
        await modal(page).waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the unauthorized and page-not-found pages are accessible', async () => {
  const { page } = await loggedIn('rep');
  for (const path of ['/unauthorized', '/not-there']) {
    await page.goto(path);
    await heading(page).waitFor();
    await expectAccessibleInEveryLook(page, path.slice(1));
  }
});

test('the profile page is accessible', async () => {
  const { page } = await loggedIn('patient23');
  await page.goto('/profile');
  await field(page, 'Country').waitFor();
  await expectAccessibleInEveryLook(page, 'profile', [
    {
      name: 'countries',
      open: async () => {
        await field(page, 'Country').fill('United');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'missing',
      open: async () => {
        await field(page, 'First Name').fill('');
        await page.getByRole('button', { name: 'Save' }).click();
        await bar(page, 'needs your attention.').waitFor();
      },
    },
    {
      name: 'leaving',
      open: async () => {
        await page.getByRole('link', { name: 'Vialkeep, dashboard' }).click();
        await modal(page, 'Leave without saving?').waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the HC profile page is accessible', async () => {
  const { page } = await loggedIn('hc2');
  await page.goto('/hc-profile');
  await field(page, 'Template ID').waitFor();
  await expectAccessibleInEveryLook(page, 'hc-profile');
});

test('the change-password page is accessible', async () => {
  const { page } = await loggedIn('patient23');
  await page.goto('/password');
  await field(page, 'New password').fill('short');
  await expectAccessibleInEveryLook(page, 'password', [
    {
      name: 'mismatch',
      open: async () => {
        await field(page, 'Current password').fill('Vialkeep-demo-1');
        await field(page, 'New password').fill('river-stone-17');
        await field(page, 'Confirm password').fill('river-stone-18');
        await page.getByRole('button', { name: 'Submit' }).click();
        await modal(page).waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the contact page is accessible', async () => {
  const { page } = await loggedIn('patient23');
  await page.goto('/contact');
  await field(page, 'Message').waitFor();
  await expectAccessibleInEveryLook(page, 'contact', [
    {
      name: 'options',
      open: async () => {
        await page.getByRole('button', { name: 'Options' }).click();
        await page.getByRole('menuitem').first().waitFor();
      },
    },
    {
      name: 'letter',
      open: async () => {
        await field(page, 'Message').fill('When is my sample ready?');
        await page.getByRole('button', { name: 'Submit' }).click();
        await modal(page).waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the settings page is accessible', async () => {
  await loggedIn('patient24');
  const { page } = await loggedIn('patient24');
  await page.goto('/settings');
  await page.getByText('This one').waitFor();
  await expectAccessibleInEveryLook(page, 'settings', [
    {
      name: 'sign-out',
      open: async () => {
        await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
        await modal(page).waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the page of who saw a record is accessible', async () => {
  const { page } = await loggedIn('patient');
  await page.goto('/who-saw-my-record');
  await page.getByText('Asked by phone to correct the address').waitFor();
  await expectAccessibleInEveryLook(page, 'who-saw-my-record', []);
});
