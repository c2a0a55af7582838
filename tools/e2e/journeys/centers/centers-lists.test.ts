import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { field, heading, mainMenu } from '../../page/portal.ts';
import { loggedIn, openSession } from '../../people/person.ts';

const several = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 2001 + index,
    company: `Clinic ${index + 1}`,
    first_name: 'Ada',
    last_name: `Number ${index + 1}`,
    username: `Ada Number ${index + 1}`,
    email: `clinic${index + 1}@example.test`,
    patients: index,
  }));

test('F053 a lab sees its centers on the dashboard, each with a link to its patients', async () => {
  const { page, user } = await loggedIn('lab');
  const { user: center } = await openSession('hc');
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: "Lab - Harvest Center's" }).waitFor();
  const row = page.getByRole('row').filter({ hasText: `Lab: ${center.id} - Maria Stein` });
  const link = row.getByRole('link', { name: 'Click To View Patients List' });
  expect(await link.getAttribute('href')).toBe(`/lab/${user.id}/harvest-center/${center.id}`);
  await row.getByText(/^\d+$/).waitFor();
});

test('F120 plans that the route guard admits see the centers of a lab, five per page', async () => {
  const { page } = await loggedIn('affiliate');
  const { user: lab } = await openSession('lab');
  await page.goto(`/lab/${lab.id}`);
  await heading(page, "Lab - Harvest Center's").waitFor();
  await expect.poll(() => page.title()).toBe('Lab — Vialkeep');
  await page.getByText('Stein Regenerative Clinic').waitFor();
  expect(await page.getByText('Barton Creek Aesthetics').count()).toBe(0);

  await page.route('**/harvestcenters/', (route) => route.fulfill({ json: several(7) }));
  await page.reload();
  const rows = page.getByRole('row').filter({ hasText: 'Lab: ' });
  await page.getByText('Page 1 of 2').waitFor();
  expect(await rows.count()).toBe(5);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('Page 2 of 2').waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByText('Lab: 2007 - Ada Number 7', { exact: true }).waitFor();
});

test('W-05 an affiliate sees the patients of a center by number only, and their records without a name', async () => {
  const { page } = await loggedIn('affiliate');
  const [{ user: lab }, { user: center }, { user: ana }] = await Promise.all([
    openSession('lab'),
    openSession('hc'),
    openSession('patient'),
  ]);
  await page.goto(`/lab/${lab.id}/harvest-center/${center.id}`);
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

test('F122 a sales rep sees the own centers and referral centers, five per page', async () => {
  const { page } = await loggedIn('rep');
  await page.goto('/dashboard');
  for (const [entry, title, company, path] of [
    ['Harvest Center List', "Your Associated Harvest Center's", 'Stein Regenerative Clinic', 'harvest-centers'],
    [
      'Referral Harvest Center List',
      "Your Associated Referral Harvest Center's",
      'Lakeside Family Practice',
      'referral-harvest-centers',
    ],
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

    await page.route(`**/api/v1/${path}/sales-rep/*/`, (route) => route.fulfill({ json: several(11) }));
    // A page that is only reloaded would restore the typed text.
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText('Page 1 of 3').waitFor();
    const filter = page.getByPlaceholder('Type to filter by ID - Compnay - Email');
    const rows = page.getByRole('row').filter({ hasText: '@example.test' });
    expect(await rows.count()).toBe(5);
    for (const typed of ['2003', 'CLINIC 3', 'clinic3@']) {
      await filter.fill(typed);
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByText('Page 1 of 1').waitFor();
    }
    expect(await field(page, `Filter ${title}`).count()).toBe(1);
  }
});
