import { expect, test } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { letterTo } from '../letters.ts';
import { looks, sidewaysOverflow, wear } from '../looks.ts';
import { unique } from '../new-user.ts';
import { onePagePdf } from '../one-page-pdf.ts';
import { loggedIn } from '../person.ts';
import { bar, field, heading, modal } from '../portal.ts';

test('F111–F119: a center asks for a label, an administrator makes and announces it, and the center opens it', async () => {
  const email = `${unique('front')}@clinic.test`;
  const number = `7946${String(Date.now()).slice(-8)}`;
  const center = await loggedIn('hc');
  const { page } = center;
  await page.goto('/fedex-request-label');
  await heading(page, 'FedEx Label Request').waitFor();
  expect(await page.title()).toBe('FedEx Label Request — Vialkeep');

  // F112, F115: Ana has not signed everything yet.
  const ana = page.getByRole('row').filter({ hasText: 'Ana Whitfield' }).first();
  await ana.getByRole('button', { name: /^Request FedEx Label/ }).click();
  const blocked = modal(page, 'There is an action pending');
  await blocked.getByText(/^This patient has pending documents to be signed/).waitFor();
  await blocked.getByRole('button', { name: 'Close' }).last().click();
  await blocked.waitFor({ state: 'detached' });
  await ana.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send Storage Agreement Signature Request' }).click();
  await modal(page).getByText('The signature request has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });

  // F113, F114
  const ready = page.getByRole('row').filter({ hasText: 'Next: Request' }).first();
  const name = (await ready.getByRole('cell').nth(1).innerText()).split('\n')[0] ?? '';
  await ready.getByRole('button', { name: /^Request FedEx Label/ }).click();
  await page.getByText('Loading Request Form').waitFor();
  const form = page.getByRole('form', { name: 'Request FedEx Label Form' });
  await form.waitFor();
  await page
    .getByRole('figure')
    .getByText(name.split(' ')[0] ?? '', { exact: true })
    .waitFor();
  await field(form, 'Patients').click();
  await page.getByRole('option', { name: 'Other', exact: true }).click();
  await field(form, 'Patient Name').waitFor();
  expect(await form.getByText(name.replace(' ', ' - '), { exact: true }).count()).toBe(0);
  await field(form, 'Patients').press('Escape');
  await form.getByRole('button', { name: 'Request FedEx Label' }).click();
  await form.getByText('Patient Name is required.').waitFor();
  await field(form, 'Patients').fill(name.split(' ')[0]?.slice(1) ?? '');
  await page.getByRole('option', { name: name.replace(' ', ' - ') }).click();
  await field(form, 'Patient Name').waitFor({ state: 'detached' });
  await field(form, 'Patients').press('Escape');
  await field(form, 'Harvest Center Email').fill(email);
  await expectAccessible(page, 'label form');
  await form.getByRole('button', { name: 'Request FedEx Label' }).click();
  await bar(page, 'FedEx Label has been requested!').waitFor();
  await heading(page, 'FedEx Label Request').waitFor();

  // F116, F117, F118
  const { page: office } = await loggedIn('admin');
  await office.goto('/fedex-requests');
  await heading(office, 'FedEx Label Requests').waitFor();
  const row = office.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /^Edit request/ }).click();
  const file = modal(office, 'Add FedEx Label Document & Tracking Number');
  await file.locator('input[type=file]').setInputFiles({
    name: 'label.pdf',
    mimeType: 'application/pdf',
    buffer: onePagePdf(),
  });
  await file.getByText('label.pdf', { exact: true }).waitFor();
  await field(file, 'Tracking Link').fill('javascript:alert(1)');
  await field(file, 'Tracking Number').fill(number);
  await expectAccessible(office, 'label requests with the form');
  await file.getByRole('button', { name: 'Save and Send Notification' }).click();
  await file.getByText('Enter an address that begins with https://.').waitFor();
  await field(file, 'Tracking Link').fill(`https://www.fedex.com/fedextrack/?trknbr=${number}`);
  await file.getByRole('button', { name: 'Save and Send Notification' }).click();
  await file.getByText('FedEx Label/Tracking Number have been added and Email Notification Sent!').first().waitFor();
  await file.waitFor({ state: 'detached' });
  expect((await letterTo(email)).text).toContain(number);
  await row.getByText('Yes', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Send notification/ }).click();
  await modal(office).getByText('Are you sure you want to sent this FedEx Label file email notification?').waitFor();

  // F119
  await page.reload();
  await field(page, 'Filter FedEx Label Request').fill(number);
  const label = page
    .getByRole('row')
    .filter({ hasText: number })
    .getByRole('link', { name: /^see label/ });
  const opened = await center.context.request.get((await label.getAttribute('href')) ?? '');
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await wear(page, looks.darkPhone);
  await expectAccessible(page, 'label request, dark phone');
  expect(await sidewaysOverflow(page)).toBe(0);
});
