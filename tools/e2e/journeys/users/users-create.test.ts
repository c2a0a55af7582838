import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLongRun } from '../../page/looks.ts';
import { bar, field, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { logsIn, unique } from '../../people/new-user.ts';
import { loggedIn } from '../../people/person.ts';

const kinds = [
  ['Lab', 'Lab'],
  ['Patient/General Member', 'General Member'],
  ['Sales Rep', 'Sales Rep'],
  ['Harvest Center', 'Harvest Center'],
  ['Referral Harvest Center', 'Referral Harvest Center'],
  ['Sales Manager', 'Sales Manager'],
  ['Sales Distributor', 'Sales Distributor'],
  ['HC Staff', 'HC Staff'],
  ['Sales Affiliate', 'Sales Affiliate'],
] as const;
const clinics = ['Harvest Center', 'Referral Harvest Center', 'HC Staff'];

/** The short run creates one user, with the longest form. */
const made = isLongRun ? kinds : kinds.filter(([kind]) => kind === 'Harvest Center');

test('F134 an administrator creates users of the nine memberships, and each can log in', async () => {
  const { page } = await loggedIn('admin');
  await page.goto('/dashboard');
  for (const [kind, membership] of made) {
    const email = `${unique('new')}@people.test`;
    const wizard = await openWizard(page, kind);
    expect(await field(wizard, 'Clinic Name').count(), kind).toBe(clinics.includes(kind) ? 1 : 0);
    await fillIn(page, wizard, { kind, email });
    await wizard.getByRole('button', { name: 'Create User' }).click();
    await bar(page, 'User has been created').waitFor();
    await modal(page).waitFor({ state: 'detached' });

    const row = page.locator('[data-row]').filter({ hasText: email });
    await row.getByText(`Type: ${membership}`, { exact: true }).waitFor();
    expect((await logsIn(email, DEMO_PASSWORD)).status, kind).toBe(200);
  }
});

async function openWizard(page: Page, kind: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New User' }).click();
  const wizard = modal(page, 'Create New User');
  await wizard.getByRole('heading', { name: 'Select Membership Type' }).waitFor();
  await wizard.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await wizard.getByRole('heading', { name: `Create ${kind}` }).waitFor();
  return wizard;
}

async function fillIn(page: Page, wizard: Locator, { kind, email }: { kind: string; email: string }): Promise<void> {
  await field(wizard, 'Domain').click();
  await page.getByRole('option', { name: 'Vialkeep' }).click();
  await field(wizard, 'First Name').fill('Nell');
  await field(wizard, 'Last Name').fill('Arden');
  await field(wizard, 'Email').fill(email);
  await field(wizard, 'Password').fill(DEMO_PASSWORD);
  if (clinics.includes(kind)) {
    await field(wizard, 'Clinic Name').fill('Arden Clinic');
    await field(wizard, 'Clinic Phone Number').fill('+1 555 0190');
  }
  await field(wizard, 'City').fill('Denver');
}
