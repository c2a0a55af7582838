import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook, type Overlay } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { bar, closesModal, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, northUrl, openSession } from '../../people/person.ts';

const NONE =
  "This page doesn't have any suggested resources yet. Please email support@vialkeep.test in case of any questions.";

test('F040 F041 F042 F146 an administrator publishes an asset that sales reps and no other users find on /patients, edits and deletes it', async () => {
  const name = unique('Guide');
  const { page } = await loggedIn('admin');
  await page.goto('/assets-manager');
  await heading(page, 'Asset List').waitFor();
  await page.getByText('Working with clinics').first().waitFor();
  await expectAccessibleInEveryLook(page, 'assets', [assetForm]);
  await page.getByRole('button', { name: 'Add Asset' }).click();
  const form = modal(page, 'Add Asset');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Asset Name is required.').waitFor();
  await form.getByText('Description is required.').waitFor();

  await field(form, 'Asset Name').fill(name);
  await field(form, 'Description').fill('How to follow patients');
  await field(form, 'Accounts').fill('Sales Rep');
  await page.getByRole('option', { name: 'Sales Rep', exact: true }).click();
  await field(form, 'Accounts').press('Escape');
  await field(form, 'Domain').click();
  await page.getByRole('option', { name: 'Vialkeep' }).click();
  const sections = field(form, 'Resource Section(s)');
  await sections.fill('  /patients  ');
  await sections.press('Enter');
  await sections.fill('/wrong');
  await sections.press('Enter');
  await sections.press('Backspace');
  expect(await form.getByText('/wrong', { exact: true }).count()).toBe(0);

  await form.getByRole('button', { name: 'add more links' }).click();
  await field(form, 'Link').fill('javascript:alert(1)');
  await field(form, 'Link Name (optional)').fill('Map');
  await form.getByText('Enter an address that begins with https:// or http://, or a page such as /contact.').waitFor();
  await field(form, 'Link').fill('https://vialkeep.test/map');
  await form.getByRole('button', { name: 'add more files' }).click();
  const chooser = form.locator('input[type="file"]');
  await chooser.setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<svg/>') });
  await form.getByText('guide.pdf: This file is not PDF, Word').waitFor();
  await chooser.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring the list.') });
  await field(form, 'File Name').fill('Checklist');
  await form.getByText('list.txt has been uploaded').waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Asset has been Created!').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByText(new RegExp(`#ID: \\d+ - ${name}`)).waitFor();

  const rep = await loggedIn('rep');
  await rep.page.goto('/patients');
  await rep.page.getByRole('button', { name: 'Resource Center', exact: true }).click();
  const panel = rep.page.getByRole('dialog', { name: 'Suggested Resources' });
  const group = panel.locator('details').filter({ hasText: name });
  await group.getByText('How to follow patients').waitFor();
  expect(await group.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe('https://vialkeep.test/map');
  const path = (await group.getByRole('link', { name: 'Checklist' }).getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/media\/assets\/[0-9a-f]{32}\.txt$/);
  const file = await rep.context.request.get(path);
  expect([file.status(), await file.text()]).toEqual([200, 'Bring the list.']);
  expect(file.headers()['content-disposition']).toBe('attachment; filename="Checklist.txt"');

  await rep.page.goto('/resource-center');
  await field(rep.page, 'Filter Resource Center').fill(name);
  await expect.poll(() => rep.page.getByText('Files:').count()).toBe(1);
  await rep.page.getByRole('link', { name: 'Checklist' }).waitFor();

  for (const [account, site, known] of [
    ['hc', baseUrl(), 'Packing and shipping tissue'],
    ['rep@north.test', northUrl(), 'Northlight house rules'],
  ] as const) {
    const { user, token } = await openSession(account, site);
    const published = await getJson(`${site}/api/v1/assets/subscription/${user.subscription.id}/`, token);
    expect(JSON.stringify(published.body)).toContain(known);
    expect(JSON.stringify(published.body)).not.toContain(name);
  }
  const { cookies } = await openSession('hc');
  const cookie = cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
  expect((await fetch(`${baseUrl()}${path}`, { headers: { cookie } })).status).toBe(404);

  await field(page, 'Filter Asset List').fill(name);
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const edited = modal(page, 'Edit Asset');
  await field(edited, 'Description').fill('After');
  await edited.getByRole('button', { name: 'Delete Map' }).click();
  await edited.getByRole('button', { name: 'Submit' }).click();
  await edited.getByText('Asset data has been Updated!').waitFor();
  await edited.waitFor({ state: 'detached' });
  await row.getByText('After').waitFor();
  expect(await row.getByText('Map').count()).toBe(0);
  expect(await row.innerText()).toContain('Sales Rep');

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = modal(page, 'Remove Asset');
  await question.getByText('Are you sure you want to remove this Asset?').waitFor();
  await question.getByText(name).waitFor();
  await question.getByRole('button', { name: 'Close' }).last().waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await bar(page, 'The asset has been removed.').waitFor();
  await row.waitFor({ state: 'detached' });
});

test.runIf(isLongRun)('F040 F041 the resource center and its panel are accessible in every look', async () => {
  const { page } = await loggedIn('hc');
  await page.goto('/hc-locations');
  const opened = async () => {
    await page.getByRole('button', { name: 'Resource Center', exact: true }).click();
    await page.getByRole('dialog', { name: 'Suggested Resources' }).locator('p, details').first().waitFor();
  };
  await opened();
  await page.getByRole('dialog').getByText(NONE, { exact: true }).waitFor();
  await page.goto('/resource-center');
  await page.getByText('Consent documents').waitFor();
  await expectAccessibleInEveryLook(page, 'resource-center', [{ name: 'panel', open: opened, close: closesModal }]);
  await page.getByRole('button', { name: 'FedEx Label 1 asset' }).click();
  await page.getByText('Consent documents').waitFor({ state: 'detached' });
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  await opened();
  await page.getByRole('dialog').getByText('First steps in the portal').waitFor();
  await closesModal(page);
  // The button has reserved space: the page ends above it at every scroll position.
  const room = await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return Math.round((edge('footer')?.top ?? 0) - (edge('main')?.bottom ?? Infinity));
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

/** The form of an asset with a row for another link and one for another file. */
const assetForm: Overlay = {
  name: 'form',
  open: async (page) => {
    await page.getByRole('button', { name: 'Edit Working with clinics' }).click();
    await modal(page, 'Edit Asset').getByRole('button', { name: 'add more links' }).click();
    await modal(page).getByRole('button', { name: 'add more files' }).click();
  },
  close: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await modal(page).first().waitFor({ state: 'detached' });
  },
};
