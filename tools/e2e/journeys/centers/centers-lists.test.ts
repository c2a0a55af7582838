import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { field, heading, mainMenu } from '../../page/portal.ts';
import { loggedIn, openSession } from '../../people/person.ts';

test.runIf(isLongRun)('F053 a lab sees its centers on the dashboard, each with a link to its patients', async () => {
  const { page, user } = await loggedIn('lab');
  const { user: center } = await openSession('hc');
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: "Lab - Harvest Center's" }).waitFor();
  const row = page.getByRole('row').filter({ hasText: `Lab: ${center.id} - Maria Stein` });
  const link = row.getByRole('link', { name: 'Click To View Patients List' });
  expect(await link.getAttribute('href')).toBe(`/lab/${user.id}/harvest-center/${center.id}`);
  await row.getByText(/^\d+$/).waitFor();
});

test('F120 W-05 an affiliate sees the centers of a lab, a center’s patients by number only, and their records without a name', async () => {
  const { page } = await loggedIn('affiliate');
  const [{ user: lab }, { user: center }, { user: ana }] = await Promise.all([
    openSession('lab'),
    openSession('hc'),
    openSession('patient'),
  ]);
  await page.goto(`/lab/${lab.id}`);
  await heading(page, "Lab - Harvest Center's").waitFor();
  await expect.poll(() => page.title()).toBe('Lab — Vialkeep');
  await page.getByText('Stein Regenerative Clinic').waitFor();
  expect(await page.getByText('Barton Creek Aesthetics').count()).toBe(0);

  const listed = page.getByRole('row').filter({ hasText: `Lab: ${center.id} - Maria Stein` });
  await listed.getByRole('link', { name: 'Click To View Patients List' }).click();
  await heading(page, "Harvest Center's Patients").waitFor();
  const filter = page.getByPlaceholder('Type to filter by ID');
  await filter.fill(`#${ana.id}`);
  const row = page.getByRole('row').filter({ hasText: `#${ana.id}` });
  await row.waitFor();
  expect(await page.getByRole('columnheader', { name: 'Email' }).count()).toBe(0);
  await expectAccessibleInEveryLook(page, 'patients-without-names');
  await filter.fill('Whitfield');
  await row.waitFor({ state: 'detached' });

  await page.goto(`/patients/${ana.id}`);
  await heading(page, `Patient #${ana.id}`).waitFor();
  for (const name of ['Whitfield', ana.email]) expect(await page.getByText(name).count()).toBe(0);
});

test('F122 a sales rep sees the own centers and referral centers', async () => {
  const { page } = await loggedIn('rep');
  await page.goto('/dashboard');
  for (const [entry, title, company] of [
    ['Harvest Center List', "Your Associated Harvest Center's", 'Stein Regenerative Clinic'],
    ['Referral Harvest Center List', "Your Associated Referral Harvest Center's", 'Lakeside Family Practice'],
  ] as const) {
    const menu = mainMenu(page);
    if (!(await menu.getByRole('link', { name: entry, exact: true }).isVisible())) {
      await menu.getByRole('button', { name: 'Your Lists' }).click();
    }
    await menu.getByRole('link', { name: entry, exact: true }).click();
    await heading(page, title).waitFor();
    // Other journeys sign up with this rep at the same time.
    await page.getByPlaceholder('Type to filter by ID - Compnay - Email').fill(company);
    await page.getByText(company).waitFor();

    expect(await field(page, `Filter ${title}`).count()).toBe(1);
  }
});
