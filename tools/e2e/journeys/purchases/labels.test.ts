import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { everyLook, isLongRun, looks, photograph, sidewaysOverflow, wear } from '../../page/looks.ts';
import { field, heading, modal } from '../../page/portal.ts';
import { newClinic, newReferralCenter } from '../../people/buyers.ts';
import { postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { documentsSigned, feePaid } from '../../people/paid-fees.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';
import {
  askForLabel,
  chooseFile,
  labelForm,
  openedLabel,
  openWhenReady,
  requestForm,
  saveAndSend,
  trackingNumber,
  typeTracking,
} from '../../people/shipping-labels.ts';

test('F111–F119 a center pays a fee, its patient signs, it requests a label for Other, an administrator creates and announces it, and it opens it in its row', async () => {
  const clinic = await newClinic(4);
  const patient = await feePaid(clinic);
  // An API client that names no row.
  await asksWithoutRow(clinic.token, 'Jonas Whitfield');
  const center = await loggedIn(clinic.email);
  const { page } = center;
  await page.goto('/fedex-request-label');
  await heading(page, 'FedEx Label Request').waitFor();
  expect(await page.title()).toBe('FedEx Label Request — Vialkeep');

  // No document is signed yet (F112, F115).
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await row.getByRole('button', { name: /^Request FedEx Label/ }).click();
  const blocked = modal(page, 'There is an action pending');
  await blocked.getByText(/^This patient has pending documents to be signed/).waitFor();
  await blocked.getByRole('button', { name: 'Close' }).last().click();
  await blocked.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send Storage Agreement Signature Request' }).click();
  await modal(page).getByText('The signature request has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  // The resent email invalidates the link of the earlier one.
  const [, renewed = ''] = /documentId=([\w-]+)/.exec((await letterTo(patient.email, 'sign')).text) ?? [];
  await documentsSigned({ ...patient, documents: [...patient.documents.slice(0, 2), renewed] });
  await openWhenReady(center, patient);

  // F113, F114
  const form = await requestForm(page, patient.name);
  const chosen = `#${patient.id} - ${patient.name}`;
  await page.getByRole('figure').getByText(`#${patient.id}`, { exact: true }).waitFor();
  await chooseOther(page, form);
  await field(form, 'Patient Name').waitFor();
  expect(await form.getByText(chosen, { exact: true }).count()).toBe(0);
  await form.getByRole('button', { name: 'Request FedEx Label' }).click();
  await form.getByText('Patient Name is required.').waitFor();
  await field(form, 'Patients').fill(String(patient.id));
  await page.getByRole('option', { name: chosen }).click();
  await field(form, 'Patient Name').waitFor({ state: 'detached' });
  await field(form, 'Patients').press('Escape');
  await expectAccessible(page, 'label form');
  await chooseOther(page, form);
  await field(form, 'Patient Name').fill('Rosalind Marsh');
  const asked = await askForLabel(page, form);
  await row.getByText('Requested', { exact: true }).waitFor();
  await row.getByText('For Rosalind Marsh').waitFor();
  await row.getByText('Pending', { exact: true }).waitFor();
  expect(await row.getByRole('button', { name: /^Request FedEx Label/ }).count()).toBe(0);

  // F116, F117, F118
  const number = trackingNumber();
  const { page: office, expectsRefusal } = await loggedIn('admin');
  const file = await labelForm(office, asked);
  await chooseFile(file);
  await field(file, 'Tracking Link').fill('javascript:alert(1)');
  await field(file, 'Tracking Number').fill(number);
  await expectAccessible(office, 'label requests with the form');
  await file.getByRole('button', { name: 'Save and Send Notification' }).click();
  await file.getByText('Enter an address that begins with https://.').waitFor();
  await typeTracking(file, number);
  await saveAndSend(office, file, asked);
  expect((await letterTo(asked.email)).text).toContain(number);
  const request = office.getByRole('row').filter({ hasText: asked.email });
  await request.getByRole('button', { name: /^Send notification/ }).click();
  const question = modal(office, 'Are you sure you want to sent this FedEx Label file email notification?');
  await question.waitFor();
  await office.route('**/fedex-requests/send-notification/', (route) => route.fulfill({ status: 503, body: 'down' }));
  expectsRefusal(503, '/api/v1/fedex-requests/send-notification/');
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  const failed = office.getByRole('alertdialog');
  await failed.getByText('Notification fails!', { exact: true }).waitFor();
  expect(await failed.getByRole('paragraph').allInnerTexts()).toEqual(['Notification fails!']);
  await failed.getByRole('button', { name: 'OK' }).click();

  // F119
  await openedLabel(center, number);
  await row.getByText(number).waitFor();
  await field(page, 'Filter FedEx Label Request').fill('');
  const others = page.getByRole('region', { name: 'Other requests' });
  await others.getByRole('row').filter({ hasText: 'Jonas Whitfield' }).getByText('Requested').waitFor();
  for (const look of isLongRun ? everyLook : [looks.darkPhone]) {
    await wear(page, look);
    await photograph(page, 'label-request-others', look);
    await expectAccessible(page, `labels with other requests, ${look.name}`);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});

test.runIf(isLongRun)(
  'F111–F119 a referral center gets a label the same way, and the second of two administrators at its request is refused',
  async () => {
    const { token, user } = await openSession('hc3');
    const clinic = await newReferralCenter({ id: user.id, email: user.email, token });
    const patient = await feePaid({ ...clinic, referredTo: user.id });
    await documentsSigned(patient);
    const referral = await loggedIn(clinic.email);
    await asksWithoutRow(clinic.token, 'Liv Aasen');
    await openWhenReady(referral, patient);
    const asked = await askForLabel(referral.page, await requestForm(referral.page, patient.name));
    const own = referral.page.getByRole('region', { name: 'Other requests' });
    await own.getByRole('row').filter({ hasText: 'Liv Aasen' }).getByText('Pending').waitFor();

    const number = trackingNumber();
    const [first, second] = [await loggedIn('admin'), await loggedIn('super')];
    second.expectsRefusal(409, `/api/admin/fedex-requests/${asked.id}/`);
    const [file, late] = [await labelForm(first.page, asked), await labelForm(second.page, asked)];
    await chooseFile(file);
    await typeTracking(file, number);
    await saveAndSend(first.page, file, asked);

    await typeTracking(late, '1');
    await late.getByRole('button', { name: 'Save', exact: true }).click();
    const told = late.getByRole('group', { name: 'Changed meanwhile by somebody else' });
    await told.getByText(`Tracking Number: empty → ${number}`).waitFor();
    await told.getByText('FedEx Label File: empty → a new file').waitFor();
    await openedLabel(referral, number);
  },
);

async function chooseOther(page: Page, form: Locator): Promise<void> {
  await field(form, 'Patients').click();
  await page.getByRole('option', { name: 'Other', exact: true }).click();
  await field(form, 'Patients').press('Escape');
}

/** Sends the documented body, which has no row. */
async function asksWithoutRow(token: string, other_patient_name: string): Promise<void> {
  const address = { address1: '12 Willow Row', city: 'Austin', state_desc: 'Texas', country_desc: 'United States' };
  const contact = { harvest_center_email: 'front@clinic.test', harvest_center_representative: 'Front Desk' };
  const body = { ...address, ...contact, zip_code: '78701', patients_ids: '', other_patient_name };
  expect((await postJson(`${baseUrl()}/api/v1/fedex-requests/`, body, token)).status).toBe(200);
}
