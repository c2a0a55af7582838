import { test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { closesModal, field, heading, modal } from '../../page/portal.ts';
import { loggedIn, openSession } from '../../people/person.ts';

test('the staff list of a center is accessible with the QR code and the question open', async () => {
  const { page } = await loggedIn('hc');
  await page.goto('/staff-view');
  await page.getByText('Renee Castillo').first().waitFor();
  await expectAccessibleInEveryLook(page, 'staff', [
    {
      name: 'qr-code',
      open: async () => {
        await page.getByRole('button', { name: 'Show QR code' }).click();
        await modal(page, 'Copy Staff Sign Up Link').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'refuse',
      open: async () => {
        await page.getByRole('button', { name: /^Refuse .*Adler Family Medicine/ }).click();
        await modal(page, 'Refuse').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'delete',
      open: async () => {
        await page.getByRole('button', { name: /^Delete .*Igor Petrov/ }).click();
        await modal(page, 'Delete').waitFor();
      },
      close: closesModal,
    },
  ]);
});

test('the HC staff manager and the RHC manager are accessible with their forms open', async () => {
  const { page } = await loggedIn('admin');
  for (const [path, name, whom] of [
    ['/hc-staff-manager', 'hc-staff-manager', /^Edit .*Renee Castillo/],
    ['/rhc-manager', 'rhc-manager', /^Edit .*Adler Family Medicine/],
  ] as const) {
    await page.goto(path);
    const edit = page.getByRole('button', { name: whom });
    await edit.waitFor();
    await expectAccessibleInEveryLook(page, name, [
      {
        name: 'edit',
        open: async () => {
          await edit.click();
          await modal(page, 'Edit Harvest Center').waitFor();
        },
        close: closesModal,
      },
      {
        name: 'choose',
        open: async () => {
          await edit.click();
          await field(modal(page), 'Harvest Centers').click();
          await page.getByRole('option', { name: 'Harbor Steps' }).waitFor();
        },
        close: async () => {
          await page.keyboard.press('Escape');
          await closesModal(page);
        },
      },
    ]);
  }
});

test('the centers of a lab are accessible on the dashboard and on their own page', async () => {
  const lab = await loggedIn('lab');
  await lab.page.goto('/dashboard');
  await lab.page.getByText('Stein Regenerative Clinic').first().waitFor();
  await expectAccessibleInEveryLook(lab.page, 'dashboard-lab');
  const { page } = await loggedIn('hc');
  const { user } = await openSession('lab');
  await page.goto(`/lab/${user.id}`);
  await page.getByText('Stein Regenerative Clinic').waitFor();
  await expectAccessibleInEveryLook(page, 'lab');
});

test('the lists of a sales rep are accessible', async () => {
  const { page } = await loggedIn('rep');
  for (const path of ['harvest-centers', 'referral-harvest-centers']) {
    await page.goto(`/${path}`);
    await page.getByText('@vialkeep.test').first().waitFor();
    await expectAccessibleInEveryLook(page, path);
  }
});

test('the form that adds a harvest center is accessible', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  await heading(page).waitFor();
  await field(page, 'Filter Users List').fill('north.test');
  await page.getByText('(Filtered Results)').waitFor();
  await expectAccessibleInEveryLook(page, 'users-list-with-quick-create', [
    {
      name: 'add-harvest-center',
      open: async () => {
        await page.getByRole('button', { name: 'Add Harvest Center' }).click();
        await modal(page, 'Add Harvest Center').waitFor();
      },
      close: closesModal,
    },
  ]);
});
