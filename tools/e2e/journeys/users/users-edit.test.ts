import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLongRun } from '../../page/looks.ts';
import { bar, field, modal } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { invitedUser, newUser, unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

test('F135 an administrator edits a patient: the fields that all users have, the tissue with its computed dates, and the sales chain that follows from the center', async () => {
  const nell = await invitedUser(2);
  const { page } = await loggedIn('admin');
  const form = await openDetails(page, nell.id);
  expect(await field(form, 'Email').inputValue()).toBe(nell.email);
  await form.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4} \(UTC\)$/).waitFor();
  await form.getByText('N/A').first().waitFor();
  await form.getByText('You can select multiples tags').waitFor();

  const renamed = unique('Renamed');
  await field(form, 'Last Name').fill(renamed);
  await field(form, 'Phone Number').fill('+1 (555) 0191 x4');
  await field(form, 'Tags').click();
  await page.getByRole('option', { name: 'Priority' }).click();
  await page.keyboard.press('Escape');
  expect(await field(form, 'City').isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Address Information' }).click();
  await form.getByText('LEAVE BLANK IF THIS DOES NOT APPLY TO YOUR COUNTRY').waitFor();
  await field(form, 'City').fill('Boulder');

  await form.getByText('No Assigned').first().waitFor();
  // Without a harvest center, the referral center's sales chain applies, as in the users list (U-36).
  await pick(page, form, 'Referral Harvest Center', 'lakeside', /Lakeside Family Practice/);
  const referral = await detailsOf((await openSession('rhc')).user.id);
  // @NOTE the sales rep of the referral center, in the same response.
  const { name: rep } = referral.sales_rep as { name: string };
  await form.getByText(rep).waitFor();
  await pick(page, form, 'Harvest Center', 'stein', /Stein Regenerative Clinic/);
  await form.getByText('Julian Reyes').waitFor();
  await form.getByText('Petra Nolan').waitFor();
  await form.getByText('Walter Ashby').waitFor();
  await pick(page, form, 'Sales Affiliate', 'vartan', /Simone Vartan/);
  await pick(page, form, 'Processing Lab', 'cascadia', /Cascadia Cell Laboratory/);

  await field(form, 'Lab ID').fill('CB-1');
  await fillDay(form, 'Date Adipose Shipped to Lab', '03/10/2026');
  await fillDay(form, 'Date Adipose Received by Lab', '03/12/2026');
  await expect.poll(() => field(form, 'Estimated Date Vials Ready to Ship').inputValue()).toBe('04/26/2026');
  expect(await field(form, 'Estimated Date Vials Ready to Ship').isDisabled()).toBe(true);
  await fillDay(form, 'Stemcell Plating Initiated Date', '03/17/2026');
  await field(form, 'Stemcell Plating Successful').selectOption({ label: 'Yes' });
  await field(form, 'Vials in preparation').fill('4');
  await field(form, 'HLA Typing Test').selectOption({ label: 'No' });
  await fillDay(form, 'Sterility Start Date', '04/01/2026');
  await form.getByText('15 Apr 2026').waitFor();
  await field(form, 'Sterility Complete').selectOption({ label: 'No' });
  const sent = await update(page, form);
  expect(sent).toMatchObject({ last_name: renamed, phone_number: '+1 (555) 0191 x4', tags: [2], city: 'Boulder' });
  expect(sent).not.toHaveProperty('email');
  const row = page.getByRole('link', { name: `#${nell.id} - Nell ${renamed}` });
  await row.waitFor();
  expect(await detailsOf(nell.id)).toMatchObject({
    processing: {
      lab_id: 'CB-1',
      estimated_date_vials_ready_to_ship: '2026-04-26',
      estimated_date_set_manually: false,
      sterility_end_date: '2026-04-15',
      sterility_complete: false,
      hla_typing_test: 2,
    },
    sales_rep: { name: 'Julian Reyes' },
    sales_affiliate: { name: 'Simone Vartan' },
  });

  await row.click();
  await form.getByLabel('Set date manually').check();
  await fillDay(form, 'Estimated Date Vials Ready to Ship', '05/30/2026');
  await update(page, form);
  expect(await detailsOf(nell.id)).toMatchObject({
    processing: { estimated_date_vials_ready_to_ship: '2026-05-30', estimated_date_set_manually: true },
  });
});

/** The sellers that a user can be related to: the label, the search text and the result. */
const sellers = [
  ['Sales Rep', 'reyes', /Julian Reyes/],
  ['Sales Manager', 'nolan', /Petra Nolan/],
  ['Sales Distributor', 'ashby', /Walter Ashby/],
  ['Sales Affiliate', 'vartan', /Simone Vartan/],
] as const;

test.runIf(isLongRun)('F135 a center, a referral center and a sales manager are related to their sellers', async () => {
  const { page } = await loggedIn('admin');
  for (const plan of [4, 5] as const) {
    const nell = await newUser(plan);
    const form = await openDetails(page, nell.id);
    for (const [label, typed, option] of sellers) await pick(page, form, label, typed, option);
    if (plan === 4) await field(form, 'Template ID').fill('template-1');
    await field(form, 'Company').fill(`Clinic of ${nell.name}`);
    await update(page, form);
    expect(await detailsOf(nell.id)).toMatchObject({
      company: `Clinic of ${nell.name}`,
      template_id: plan === 4 ? 'template-1' : null,
      sales_rep: { name: 'Julian Reyes' },
      sales_manager: { name: 'Petra Nolan' },
      sales_distributor: { name: 'Walter Ashby' },
      sales_affiliate: { name: 'Simone Vartan' },
    });
  }
  const manager = await newUser(6);
  const form = await openDetails(page, manager.id);
  await pick(page, form, 'Sales Distributor', 'laurent', /Camille Laurent/);
  await update(page, form);
  expect(await detailsOf(manager.id)).toMatchObject({ sales_distributor: { name: 'Camille Laurent' } });
});

test.runIf(isLongRun)(
  'F135 a sales rep has several managers, staff have several centers, and both can be removed again',
  async () => {
    const { page } = await loggedIn('admin');
    const rep = await newUser(3);
    let form = await openDetails(page, rep.id);
    await pick(page, form, 'Sales Manager', 'nolan', /Petra Nolan/);
    await pick(page, form, 'Sales Manager', 'marchetti', /Hugo Marchetti/);
    await page.keyboard.press('Escape');
    await update(page, form);
    await expect.poll(async () => relatedNames(await detailsOf(rep.id))).toEqual(['Hugo Marchetti', 'Petra Nolan']);
    await page.locator('[data-row]').filter({ hasText: rep.email }).getByText('Hugo Marchetti').waitFor();

    form = await openDetails(page, rep.id);
    await field(form, 'Sales Manager').click();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await update(page, form);
    expect(relatedNames(await detailsOf(rep.id))).toHaveLength(1);

    const staff = await newUser(9);
    form = await openDetails(page, staff.id);
    await pick(page, form, 'Harvest Center', 'harbor', /Harbor Steps Surgery/);
    await page.keyboard.press('Escape');
    await update(page, form);
    expect(relatedNames(await detailsOf(staff.id))).toEqual(['Owen Takahashi']);
  },
);

test.runIf(isLongRun)('F135 a donor’s sellers follow from the center, and a buyer has them directly', async () => {
  const { page } = await loggedIn('super');
  const donor = await newUser(2);
  const form = await openDetails(page, donor.id);
  await become(page, form, 'Donor');
  expect(await field(form, 'Lab ID').count()).toBe(0);
  await pick(page, form, 'Harvest Center', 'harbor', /Harbor Steps Surgery/);
  await form.getByText('Dana Whitlock').waitFor();
  await update(page, form);
  expect(await detailsOf(donor.id)).toMatchObject({ subscription: { id: 12 }, sales_rep: { name: 'Dana Whitlock' } });

  const again = await openDetails(page, donor.id);
  await become(page, again, 'Buyer');
  for (const [label, typed, option] of sellers) await pick(page, again, label, typed, option);
  await update(page, again);
  expect(await detailsOf(donor.id)).toMatchObject({ subscription: { id: 16 }, sales_rep: { name: 'Julian Reyes' } });
  expect(relatedNames(await detailsOf(donor.id))).toHaveLength(4);
});

async function openDetails(page: Page, id: number): Promise<Locator> {
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill(`#${id}`);
  await page.getByRole('link', { name: new RegExp(`^#${id} - `) }).click();
  const form = modal(page, 'User Details');
  await form.getByRole('button', { name: 'Update' }).waitFor();
  return form;
}

/** Clicks 'Update', waits for the bar and for the modal to close; returns the sent body. */
async function update(page: Page, form: Locator): Promise<object> {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await form.getByRole('button', { name: 'Update' }).click();
  await bar(page, 'User has been updated').waitFor();
  await modal(page).waitFor({ state: 'detached' });
  // @NOTE the body of a change is an object.
  return (await sent).postDataJSON() as object;
}

async function pick(page: Page, form: Locator, label: string, typed: string, option: RegExp): Promise<void> {
  await field(form, label).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).click();
}

async function become(page: Page, form: Locator, membership: string): Promise<void> {
  await field(form, 'Membership').click();
  await page.getByRole('option', { name: membership, exact: true }).click();
}

async function fillDay(form: Locator, label: string, day: string): Promise<void> {
  await field(form, label).fill(day);
  await field(form, label).press('Tab');
}

async function detailsOf(id: number): Promise<Record<string, unknown>> {
  const { token } = await openSession('super');
  const { body } = await getJson(`${baseUrl()}/api/admin/users/${id}/details/`, token);
  // @NOTE the response of this call.
  return body as Record<string, unknown>;
}

function relatedNames({ related_users }: Record<string, unknown>): string[] {
  // @NOTE the related users of the same response.
  const people = related_users as { first_name: string; last_name: string }[];
  return people.map(({ first_name, last_name }) => `${first_name} ${last_name}`).toSorted();
}
