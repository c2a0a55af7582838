import { expect, test } from 'vitest';
import { looks, photograph, settled, sidewaysOverflow } from '../../page/looks.ts';
import { actingStrip, arriveAt, bar, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { loggedIn, visitor } from '../../people/person.ts';

const pages: Readonly<Record<string, readonly string[]>> = {
  admin: ['/dashboard', '/inactive-users'],
  staff: ['/dashboard'],
  hc: ['/dashboard', '/profile', '/hc-profile', '/password', '/contact', '/settings', '/unauthorized', '/not-there'],
};

test.each(Object.entries(pages))('at 320 px no page of %s scrolls sideways', async (account, paths) => {
  const { page, calm } = await loggedIn(account, { look: looks.narrow });
  for (const path of paths) {
    await page.goto(path);
    await heading(page).waitFor();
    await calm();
    await settled(page);
    expect([path, await sidewaysOverflow(page)]).toEqual([path, 0]);
    await photograph(page, `narrow-${account}${path.replaceAll('/', '-')}`, looks.narrow);
  }
});

test('at 320 px the pages of visitors do not scroll sideways', async () => {
  const { page } = await visitor({ look: looks.narrow });
  for (const path of ['/', '/forgot-password']) {
    await page.goto(path);
    await heading(page).waitFor();
    expect([path, await sidewaysOverflow(page)]).toEqual([path, 0]);
  }
});

test('a member on a phone logs in, opens the menu, saves a profile and logs out by touch', async () => {
  const { page } = await visitor({ look: looks.phone, phone: true });
  await page.goto('/');
  await field(page, 'Login').fill('patient23@vialkeep.test');
  await field(page, 'Password').fill('Vialkeep-demo-1');
  await page.getByRole('button', { name: 'Login', exact: true }).tap();
  await arriveAt(page, '/dashboard');

  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  const menu = modal(page).getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Account' }).tap();
  await menu.getByRole('link', { name: 'Contact Details' }).tap();
  await heading(page, 'Profile').waitFor();
  await modal(page).waitFor({ state: 'detached' });
  await field(page, 'City').fill('Aurora');
  await page.getByRole('button', { name: 'Save' }).tap();
  await bar(page, 'Record has been updated!').waitFor();

  await page.getByRole('button', { name: 'account menu' }).tap();
  await page
    .getByRole('menu')
    .getByText(/Member ID: #\d+/)
    .waitFor();
  await page.getByRole('menuitem', { name: 'Log Out' }).tap();
  await heading(page, 'Admin Login').waitFor();
});

test('staff on a phone enter a center, and an administrator logs in as a user, by touch', async () => {
  const staff = await loggedIn('staff2', { look: looks.phone, phone: true });
  await staff.page.goto('/dashboard');
  await staff.page.getByRole('button', { name: 'Access to this HC' }).tap();
  await modal(staff.page).getByRole('button', { name: 'Proceed' }).tap();
  await heading(staff.page, 'Hello Maria').waitFor();
  // What the dashboard still reads in the left account is refused.
  staff.expectsRefusal(401, '/api/v1/*');
  await actingStrip(staff.page).getByRole('button', { name: 'Go back to your Account' }).tap();
  await heading(staff.page, 'Hello Igor').waitFor();

  const admin = await loggedIn('admin', { look: looks.phone, phone: true });
  await admin.page.goto('/inactive-users');
  await admin.page.getByRole('button', { name: 'Actions for Noel Kessler' }).tap();
  await admin.page.getByRole('menuitem', { name: 'Login As' }).tap();
  await field(modal(admin.page), 'Reason').fill('A question by phone');
  await modal(admin.page).getByRole('button', { name: 'Login', exact: true }).tap();
  await heading(admin.page, 'Hello Noel').waitFor();
  await actingStrip(admin.page).getByRole('button', { name: 'Go back as Super Admin' }).tap();
  await heading(admin.page, 'Hello Priya').waitFor();
});

test('every control on a phone is at least 24 px high and wide', async () => {
  const { page, calm } = await loggedIn('hc', { look: looks.phone, phone: true });
  for (const path of ['/dashboard', '/profile', '/settings']) {
    await page.goto(path);
    await heading(page).waitFor();
    await calm();
    const small = await page
      .getByRole('main')
      .locator('a, button, input, [role="switch"]')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility())
          .map((target) => ({ box: target.getBoundingClientRect(), html: target.outerHTML.slice(0, 120) }))
          .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 24))
          .map(({ box, html }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`),
      );
    expect([path, small]).toEqual([path, []]);
  }
});

test('the menu is beside the page from 992 px on, and in a drawer below that width', async () => {
  const { page } = await loggedIn('rep');
  await page.goto('/dashboard');
  await heading(page).waitFor();
  await page.setViewportSize({ width: 992, height: 800 });
  await mainMenu(page).waitFor();
  await page.setViewportSize({ width: 991, height: 800 });
  await mainMenu(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
});
