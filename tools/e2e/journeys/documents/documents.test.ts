import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onePagePdf } from '../../../harness/one-page-pdf.ts';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { type Made, newUser, unique } from '../../people/new-user.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession, visitor } from '../../people/person.ts';

const CENTER = 'hc3';
const DONE = 'Signature Completed. Thank you. you can close the window now';

test('F051 F067 F068 F070 F071 F074 F076 F078 a center requests, the patient signs as guest and member, and only those concerned can read it', async () => {
  const patient = await newPatientOf(CENTER);
  const center = await loggedIn(CENTER);
  await center.page.goto('/dashboard');
  await mainMenu(center.page).getByRole('button', { name: 'Patient Documents' }).click();
  await mainMenu(center.page).getByRole('link', { name: 'Request Patients Signatures' }).click();
  await heading(center.page, 'Request Patients Signatures').waitFor();
  await center.page.getByRole('button', { name: 'Send Request' }).click();
  await center.page.getByText('2 fields need your attention.').first().waitFor();
  await field(center.page, 'Enter Patient Name').fill(patient.name);
  await field(center.page, 'Enter the patient email').fill(patient.email);
  await center.page.getByRole('button', { name: 'Send Request' }).click();
  await bar(center.page, 'Documents has been Sent!').waitFor();

  const links = linksIn((await letterTo(patient.email, 'sign')).text);
  expect(links).toHaveLength(3);
  const guest = await visitor();
  await guest.page.goto(links[0] ?? '');
  const framed = guest.page.frameLocator('iframe');
  await sign(framed, patient.name);
  await framed.getByText(DONE).waitFor();

  const member = await loggedIn(patient.email);
  const table = member.page.getByRole('region', { name: 'Documents' });
  const buttons = member.page.getByRole('button', { name: /^(Screening|\S+ Processing$|\S+ Storage$)/ });
  // A job files the signed document, and a page that was opened before it shows the document as it was.
  const enabledWhenOpened = async () => {
    await member.page.goto('/dashboard');
    await buttons.nth(2).waitFor();
    return enabled(buttons);
  };
  await expect.poll(enabledWhenOpened).toEqual([false, true, true]);
  await buttons.nth(1).click();
  const sheet = modal(member.page, 'Sign Document');
  await sign(sheet.frameLocator('iframe'), patient.name);
  await sheet.getByRole('button', { name: /^Next: / }).click();
  await sign(sheet.frameLocator('iframe'), patient.name);
  await sheet.getByText('Signed. Thank you.').first().waitFor();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => enabled(buttons)).toEqual([false, false, false]);
  const files = table.getByRole('link', { name: /opens in a new tab/ });
  await expect.poll(() => files.count()).toBe(3);
  const file = (await files.first().getAttribute('href')) ?? '';
  expect(await opens(member, file)).toEqual([200, 'application/pdf']);

  await center.page.goto('/patients-signatures');
  await center.page.getByRole('searchbox', { name: 'Filter Patients Signatures' }).fill(patient.name);
  await expect.poll(() => center.page.locator(`a[href="${file}"]`).count()).toBe(1);
  expect(await opens(center, file)).toEqual([200, 'application/pdf']);
  const admin = await loggedIn('admin');
  expect(await opens(admin, file)).toEqual([200, 'application/pdf']);

  for (const stranger of [
    await loggedIn('hc2'),
    await loggedIn('patient2'),
    await loggedIn('admin@north.test'),
    guest,
  ]) {
    const [status] = await opens(stranger, file);
    expect([401, 404]).toContain(status);
  }
});

test('F075 documents signed on paper upload with a percentage and are filed as completed', async () => {
  const patient = await newPatientOf(CENTER);
  const { page } = await loggedIn(CENTER);
  await page.goto('/upload-patient-documents');
  await heading(page, 'Upload Patient Documents Signed').waitFor();
  await field(page, 'Patient Name').fill(patient.name);
  await field(page, 'Patient Email').fill(patient.email);

  const inputs = page.locator('input[type="file"]');
  await inputs
    .nth(0)
    .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('#!/bin/sh') });
  await page.getByText('notes.pdf: This file is not PDF.').first().waitFor();
  await slowUploads(page);
  await inputs.nth(0).setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: onePagePdf(400_000) });
  await page.getByText(/· [1-9]\d?%$/).waitFor();
  for (const at of [1, 2]) {
    await inputs.nth(at).setInputFiles({ name: `scan-${at}.pdf`, mimeType: 'application/pdf', buffer: onePagePdf() });
  }
  await expect.poll(() => page.getByText(/^1 page ·/).count()).toBe(3);
  await page.getByRole('button', { name: 'Save' }).click();
  const told = modal(page, 'Documents has been Uploaded!');
  await told.getByRole('link', { name: 'Dashboard' }).waitFor();
  await told.getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(await field(page, 'Patient Name').inputValue()).toBe('');

  await page.goto('/patients-signatures');
  await page.getByRole('searchbox', { name: 'Filter Patients Signatures' }).fill(patient.name);
  await expect.poll(() => page.getByRole('link', { name: /opens in a new tab/ }).count()).toBe(3);
});

test('F076 F077 a center sees pending documents by patient, sends them again and checks their status', async () => {
  const word = unique('w');
  const email = `${word}@people.test`;
  await ask(CENTER, { name: `Nora ${word}`, email });
  const { page } = await loggedIn(CENTER);
  await page.goto('/patients-signatures');
  await page.getByRole('searchbox', { name: 'Filter Patients Signatures' }).fill(`nora ${word}`);
  const rows = page.getByRole('region', { name: 'Patients Signatures' }).getByRole('row').filter({ hasText: email });
  await expect.poll(() => rows.count()).toBe(3);
  await rows
    .first()
    .getByText(/^sent (just now|\d+ minutes? ago)$/)
    .waitFor();
  expect(await rows.getByRole('link').count()).toBe(0);
  await rows.getByRole('button', { name: 'Send Storage Agreement Signature Request' }).click();
  await modal(page, 'Signature Request').getByText('The signature request has been sent.').waitFor();
  await closesModal(page);
  expect(linksIn((await letterTo(email, 'sign')).text)).toHaveLength(1);

  let answer = () => {};
  const held = new Promise<void>((done) => (answer = done));
  await page.route('**/update-document-status/', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check and Update Document Status' }).click();
  await page.getByRole('button', { name: 'Checking...' }).waitFor();
  answer();
  await bar(page, 'still pending.').waitFor();
  await page.getByRole('button', { name: 'Check and Update Document Status' }).waitFor();
});

test('F149 an administrator finds a document, assigns it to a patient, and deletes another', async () => {
  const word = unique('s');
  const email = `${word}@people.test`;
  await ask(CENTER, { name: `Stray ${word}`, email });
  const patient = await newPatientOf(CENTER);
  const { page } = await loggedIn('admin');
  const searched: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/admin/documents/' && searchParams.has('search'))
      searched.push(`${searchParams.get('search')}, ${searchParams.get('limit')} at a time`);
  });
  await page.goto('/documents/patients');
  await heading(page, 'Patients Documents').waitFor();
  expect(await page.title()).toMatch(/^All Patients Documents — /);
  await page.getByRole('searchbox', { name: 'Search Documents' }).fill(email);
  await page.getByText('Page 1 of 1 (3 total documents)').waitFor();
  expect(searched).toEqual([`${email}, 30 at a time`]);

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('Storage')
    .getByRole('button', { name: /^Link / })
    .click();
  const linking = modal(page, 'Link Document');
  await linking.getByText('Please select the patient you would like to associate with this file.').waitFor();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await linking.getByText('Choose a patient.').first().waitFor();
  await field(linking, 'Patient').fill(patient.name);
  await page.getByRole('option', { name: new RegExp(patient.name) }).click();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await bar(page, 'Document has been linked!').waitFor();
  await linking.waitFor({ state: 'detached' });
  await row('Storage').getByText(`#${patient.id} - ${patient.name}`).waitFor();

  await row('Processing')
    .getByRole('button', { name: /^Delete / })
    .click();
  const deleting = modal(page, 'Are you sure you want to delete this Document?');
  await deleting.getByText(`Stray ${word}, ${email}`).waitFor();
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await bar(page, 'The document has been deleted.').waitFor();
  await expect.poll(() => row('Processing').count()).toBe(0);
});

test('F150 an administrator opens the signed attestation of a center from both lists', async () => {
  const center = await newUser(4);
  await attest(center);
  const admin = await loggedIn('admin');
  await admin.page.goto('/documents/harvest-centers');
  await heading(admin.page, 'Harvest Center Documents').waitFor();
  expect(await admin.page.title()).toMatch(/^All Harvest Center Documents — /);
  await admin.page.getByRole('searchbox', { name: 'Filter Harvest Center Documents' }).fill(center.email);
  const path = await mediaOf(admin, () => admin.page.getByRole('button', { name: 'Yes - See document' }).click());
  expect(await opens(admin, path)).toEqual([200, 'application/pdf']);

  await mainMenu(admin.page).getByRole('link', { name: 'Dashboard' }).click();
  await admin.page.getByRole('searchbox', { name: 'Filter Users List' }).fill(center.email);
  await expect.poll(() => admin.page.getByRole('row').count()).toBe(2);
  const again = await mediaOf(admin, () => admin.page.getByRole('button', { name: 'Attestation Document' }).click());
  expect(again).toBe(path);
});

test.runIf(isLongRun)('the documents screens are accessible on a desktop and on a dark phone', async () => {
  await ask(CENTER, { name: 'Lin Okafor', email: `${unique('a')}@people.test` });
  const { page } = await loggedIn(CENTER);
  await page.goto('/patients-signatures');
  await page.getByRole('heading', { name: 'Waiting for a signature' }).waitFor();
  await expectAccessibleInEveryLook(page, 'patients-signatures');
  const phone = await loggedIn(CENTER, { look: looks.darkPhone });
  for (const screen of ['request-patients-signatures', 'upload-patient-documents']) {
    await phone.page.goto(`/${screen}`);
    await phone.page.locator('input[type="email"]').waitFor();
    expect(await sidewaysOverflow(phone.page)).toBe(0);
    await expectAccessible(phone.page, screen);
  }

  const admin = await loggedIn('admin');
  await admin.page.goto('/documents/harvest-centers');
  await admin.page.getByRole('row').nth(1).waitFor();
  await expectAccessible(admin.page, 'center-documents');
  await admin.page.goto('/documents/patients');
  const link = admin.page.getByRole('button', { name: /^Link / }).first();
  await link.waitFor();
  await expectAccessible(admin.page, 'patients-documents');
  await link.click();
  await modal(admin.page, 'Link Document').waitFor();
  await expectAccessible(admin.page, 'patients-documents with link');

  const patient = await loggedIn('patient', { look: looks.narrow });
  await patient.page.goto('/dashboard');
  await patient.page.getByRole('heading', { name: 'Sign Pending Documents' }).waitFor();
  expect(await sidewaysOverflow(patient.page)).toBe(0);
  await expectAccessible(patient.page, 'own-documents');
});

/** Creates a patient of a demo center with a password of their own. */
async function newPatientOf(center: string): Promise<Made> {
  const [patient, { user }, { token }] = await Promise.all([newUser(2), openSession(center), openSession('admin')]);
  const { status, body } = await patchJson(
    `${baseUrl()}/api/v1/users/${patient.id}/`,
    { harvest_center: user.id },
    token,
  );
  if (status !== 200) throw new Error(`The patient got no center: ${status} ${JSON.stringify(body)}`);
  await acceptAgreement(patient);
  return patient;
}

/** Accepts the agreement, which would otherwise cover every page. */
async function acceptAgreement(patient: Made): Promise<void> {
  const { token } = await openSession(patient.email);
  await patchJson(`${baseUrl()}/api/v1/users/${patient.id}/`, { check_agreement: '2026-01-05T09:00:00.000Z' }, token);
}

async function ask(center: string, whom: { name: string; email: string }): Promise<void> {
  const { token, user } = await openSession(center);
  const sent = { ...whom, harvest_center_id: user.id };
  const { status, body } = await postJson(`${baseUrl()}/api/v1/documents/send/`, sent, token);
  if (status !== 200) throw new Error(`The request was not sent: ${status} ${JSON.stringify(body)}`);
}

/** Signs the attestation of a center with the calls that the pages make. */
async function attest({ id, email, name }: Made): Promise<void> {
  const { token } = await openSession(email);
  const { body } = await postJson(`${baseUrl()}/api/v1/documents/harvest-center/attestation/`, { userId: id }, token);
  // @NOTE the response of this call.
  const { signLink, documentId } = body as { signLink: string; documentId: string };
  const signing = new URL(signLink, baseUrl()).pathname.split('/').at(-1);
  await postJson(`${baseUrl()}/esign/signings/${signing}/sign/`, { full_name: name, agrees: true });
  const address = `${baseUrl()}/auth/esign/?${new URLSearchParams({ documentId, name })}`;
  await expect.poll(async () => (await getJson(address)).status, { timeout: 60_000, interval: 500 }).toBe(200);
}

/** Returns the file that a click opens in a new tab. */
async function mediaOf({ context }: LoggedIn, press: () => Promise<void>): Promise<string> {
  const asked = context.waitForEvent('request', (request) => /\/media\/[\w-]+\.pdf$/.test(request.url()));
  await press();
  return new URL((await asked).url()).pathname;
}

async function sign(frame: FrameLocator, name: string): Promise<void> {
  await frame.getByLabel('Type your full name').fill(name);
  await frame.getByLabel('I agree to sign electronically').check();
  await frame.getByRole('button', { name: 'Sign document' }).click();
}

function linksIn(letter: string): string[] {
  return [...new Set(letter.match(/http\S+\/sign-your-document\?documentId=[\w-]+/g))];
}

async function enabled(buttons: Locator): Promise<boolean[]> {
  return Promise.all((await buttons.all()).map((button) => button.isEnabled()));
}

/** Requests a link with the cookies of this person's browser. */
async function opens({ context }: Pick<LoggedIn, 'context'>, path: string): Promise<[number, string]> {
  const answer = await context.request.get(path);
  return [answer.status(), answer.headers()['content-type'] ?? ''];
}

async function slowUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
}
