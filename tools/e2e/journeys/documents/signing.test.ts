import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onePagePdf } from '../../../harness/one-page-pdf.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, sidewaysOverflow } from '../../page/looks.ts';
import { arriveAt, field, heading, mainMenu, modal, storedValue } from '../../page/portal.ts';
import { getJson, patchJson, postJson } from '../../people/calls.ts';
import { type Made, newUser, unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn, openSession, visitor } from '../../people/person.ts';

const THANKS = 'Signature Completed. Thank you. you can close the window now';

test('F034 F072 a center signs its attestation in the profile and gets a template id, and the button disappears', async () => {
  const center = await newMember(4);
  const { page } = await loggedIn(center.email);
  await page.goto('/profile');
  expect(await field(page, 'Template ID').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Sign Attestation Document' }).click();
  const sheet = modal(page, 'Sign Document');
  const document = sheet.frameLocator('iframe');
  await document.getByRole('heading', { level: 1, name: /Harvest Center Attestation$/ }).waitFor();
  expect((await sheet.locator('iframe').boundingBox())?.height).toBe(600);
  await sheet.getByText('Waiting for your signature').waitFor();
  await expectAccessibleInEveryLook(page, 'signing-modal');

  await signs(document, center.name);
  await document.getByText('You can close this pop-up now.').waitFor();
  await sheet.getByText('Signed. Thank you.').waitFor();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => field(page, 'Template ID').inputValue()).not.toBe('');
  expect(await page.getByRole('button', { name: 'Sign Attestation Document' }).count()).toBe(0);
  const stored = JSON.parse((await storedValue(page, 'user')) ?? '{}');
  expect(stored.template_id).toBe(await field(page, 'Template ID').inputValue());
  expect(stored.document_id).not.toBeNull();

  await mainMenu(page).getByRole('button', { name: 'Account' }).click();
  await mainMenu(page).getByRole('link', { name: 'Contact Details' }).click();
  await heading(page, 'HC Profile').waitFor();
  await expect.poll(() => field(page, 'Template ID').inputValue()).toBe(stored.template_id);
  expect(await page.getByRole('button', { name: 'Sign Attestation Document' }).count()).toBe(0);
});

test.runIf(isLongRun)(
  'F069 a member signs in a separate tab by keyboard alone and sees the thank-you page',
  async () => {
    const patient = await newMember(2);
    const { page, token } = await loggedIn(patient.email, { look: looks.phone });
    await page.goto(
      await linkOf('/api/v1/documents/sign-link-patient/', { patientId: patient.id, docType: 'storage' }, token),
    );
    await heading(page).filter({ hasText: 'Official Storage Agreement' }).waitFor();
    await page.getByText(patient.name).first().waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    await expectAccessibleInEveryLook(page, 'signing-page');

    await page.getByRole('button', { name: 'Go to the signature' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(patient.name);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Please agree to sign electronically.').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await arriveAt(page, '/patient-signed-completed-message');
    await page.getByText(THANKS).waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).waitFor();
  },
);

test('F069 F073 a person who signs up as a center signs without an account with a drawing that survives rotation of the phone, and the browser stores what the sign-up needs', async () => {
  const { page } = await visitor({ look: looks.phone, phone: true });
  await page.goto(await linkOf('/auth/esign/', { name: 'Nora Quinn', email: `nora-${Date.now()}@journeys.test` }));
  // The button disappears once the signature is visible, and moves what is below the pointer.
  await page.getByRole('button', { name: 'Go to the signature' }).click();
  await page.getByRole('button', { name: 'Go to the signature' }).waitFor({ state: 'detached' });
  await page.getByText('Draw your signature as well (optional)').click();
  await draws(page);
  await draws(page);
  await page.getByRole('img', { name: 'Drawing of your signature: 2 strokes' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('img', { name: 'Drawing of your signature: 1 stroke' }).waitFor();
  await signs(page, 'Nora Quinn');
  await arriveAt(page, '/signed-completed-message');
  await heading(page, 'Signed Completed').waitFor();
  await page.getByText('Please submit registration process.').waitFor();
  expect(await storedValue(page, 'esign-process-complete')).not.toBeNull();
  expect(await storedValue(page, 'templateId')).toBeTruthy();
  expect(new URL(page.url()).searchParams.get('documentId')).toBe(await storedValue(page, 'docId'));
});

test.runIf(isLongRun)(
  'a visitor reads whether a PDF is genuine, altered, uploaded without a witnessed signature or withdrawn',
  async () => {
    const [center, admin] = [await openSession('hc3'), await openSession('admin')];
    const file = await signedAttestation();
    const scan = onePagePdf(1_000 + (Date.now() % 1_000_000));
    const { filename } = await uploaded(scan, center.token);
    const email = `${unique('paper')}@people.test`;
    const filed = { name: 'Paper Person', email, storage: filename };
    expect((await postJson(`${baseUrl()}/api/v1/documents/upload/`, filed, center.token)).status).toBe(200);

    const { page } = await visitor();
    const again = page.getByRole('button', { name: 'Check another one' });
    await page.goto('/verify');
    await heading(page, 'Is this document genuine?').waitFor();
    await expectAccessibleInEveryLook(page, 'verify');
    await drops(page, file.content);
    await page.getByRole('heading', { name: 'Genuine and unaltered' }).waitFor();
    expect(await page.getByText(file.signer).count()).toBe(0);
    await again.click();
    const changed = Buffer.from(file.content);
    changed[Math.floor(changed.length / 3)] = (changed[Math.floor(changed.length / 3)] ?? 0) ^ 1;
    await drops(page, changed);
    await page.getByRole('heading', { name: 'Altered' }).waitFor();
    await again.click();
    await field(page, 'Code printed on the document').fill('0000-0000-0000-0000');
    await page.getByRole('button', { name: 'Check code' }).click();
    await page.getByRole('heading', { name: 'Not one of ours' }).waitFor();

    await again.click();
    await drops(page, scan);
    await page.getByRole('heading', { name: 'On file, not signed here' }).waitFor();
    await page.getByText(/^Uploaded by a clinic on \d{1,2} \w{3} \d{4}\. We did not witness a signature\.$/).waitFor();
    await expectAccessibleInEveryLook(page, 'verify-filed');
    const found = await getJson(`${baseUrl()}/api/admin/documents/?search=${encodeURIComponent(email)}`, admin.token);
    // @NOTE the response of this call.
    const [row] = (found.body as { results: { id: number }[] }).results;
    const deleted = await fetch(`${baseUrl()}/api/admin/documents/${row?.id}/`, {
      method: 'DELETE',
      headers: { authorization: `token ${admin.token}` },
    });
    expect(deleted.status).toBe(200);
    await again.click();
    await drops(page, scan);
    await page.getByRole('heading', { name: 'Withdrawn' }).waitFor();
    await page.getByText(/^Withdrawn on \d{1,2} \w{3} \d{4}\. Do not rely on it\.$/).waitFor();
    await expectAccessibleInEveryLook(page, 'verify-withdrawn');
  },
);

/** A patient signs with the calls that the pages make; returns the sealed PDF. */
async function signedAttestation(): Promise<{ content: Buffer; signer: string }> {
  const patient = await newMember(2);
  const { token, context } = await loggedIn(patient.email);
  const body = { patientId: patient.id, docType: 'attestation' };
  const answer = await postJson(`${baseUrl()}/api/v1/documents/sign-link-patient/`, body, token);
  // @NOTE the response with a sign link.
  const { signLink, documentId } = answer.body as { signLink: string; documentId: string };
  const signing = new URL(signLink, baseUrl()).pathname.split('/').at(-1);
  const signed = { full_name: patient.name, agrees: true };
  expect((await postJson(`${baseUrl()}/esign/signings/${signing}/sign/`, signed, token)).status).toBe(200);
  const load = () => context.request.get(`/media/${documentId}.pdf`);
  // A signed document is sealed and filed shortly afterwards.
  await expect.poll(async () => (await load()).status(), { timeout: 60_000, interval: 250 }).toBe(200);
  return { content: await (await load()).body(), signer: patient.name };
}

async function newMember(plan: 2 | 4): Promise<Made> {
  const made = await newUser(plan);
  const { token } = await openSession(made.email);
  await patchJson(`${baseUrl()}/api/v1/users/${made.id}/`, { check_agreement: '2026-01-05T09:00:00.000Z' }, token);
  return made;
}

async function linkOf(path: string, body: object, token?: string): Promise<string> {
  const answer = await postJson(baseUrl() + path, body, token);
  if (answer.status !== 200) throw new Error(`No link to sign: ${answer.status} ${JSON.stringify(answer.body)}`);
  // @NOTE the response with a sign link.
  return (answer.body as { signLink: string }).signLink;
}

/** Uploads a scan and returns the response. */
async function uploaded(scan: Buffer, token: string): Promise<{ filename: string }> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(scan)]), 'scan.pdf');
  const headers = { authorization: `token ${token}` };
  const answer = await fetch(`${baseUrl()}/api/v1/documents/process-file/`, { method: 'POST', headers, body: form });
  // @NOTE the response of this call.
  return (await answer.json()) as { filename: string };
}

async function signs(where: Page | FrameLocator, name: string): Promise<void> {
  await where.getByLabel('Type your full name').fill(name);
  await where.getByLabel('I agree to sign electronically').check();
  await where.getByRole('button', { name: 'Sign document' }).click();
}

async function draws(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: /^Drawing of your signature/ });
  await pad.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await pad.boundingBox()) ?? {};
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 90, { steps: 4 });
  await page.mouse.up();
}

async function drops(page: Page, content: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose PDF' }).click();
  await (await chosen).setFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: content });
}
