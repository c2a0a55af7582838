import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { patchJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { newUser } from '../../people/new-user.ts';
import { baseUrl, loggedIn, logInThroughTheForm, openSession, visitor } from '../../people/person.ts';

const ERASE = /\/erase\/$/;

test('a patient asks for a copy of their data, gets a letter and downloads the file', async () => {
  const patient = await newMember();
  const { page } = await loggedIn(patient.email);
  await page.goto('/settings');
  await heading(page, 'Settings').waitFor();
  await page.getByRole('button', { name: 'Ask for a copy' }).click();
  await modal(page, 'Ask for a copy').getByRole('button', { name: 'Send request' }).click();
  await bar(page, 'We have received your request.').waitFor();
  const download = page.getByRole('button', { name: /^Download Copy of the data/ });
  await download.waitFor();
  expect((await letterTo(patient.email, 'copy of your data is ready')).text).toContain('Your data');
  const coming = page.waitForEvent('download');
  await download.click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^your-data-\d+\.zip$/);
  const bytes = await buffer(await file.createReadStream());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('data/users.json')).toBe(true);

  await page.getByRole('button', { name: 'Ask a question' }).scrollIntoViewIfNeeded();
  await expectAccessibleInEveryLook(page, 'your-data', [
    {
      name: 'erasure',
      open: async () => {
        await page.getByRole('button', { name: 'Ask to be erased' }).click();
        await modal(page, 'Ask to be erased').waitFor();
      },
    },
  ]);
});

test('an administrator cannot erase a patient with vials and refuses the request, and erases one without', async () => {
  const [stored, gone] = [await newMember(), await newMember()];
  const { token } = await openSession('super');
  const entry = { type: 'added', date: '2026-01-05', quantity: 2, user: stored.id };
  expect((await postJson(`${baseUrl()}/api/v1/vials-history/`, entry, token)).status).toBe(200);
  const requestId = await asksToBeErased(stored.email);
  await asksToBeErased(gone.email);

  const { page, expectsRefusal } = await loggedIn('admin');
  await page.goto('/security/privacy');
  await heading(page, 'Security').waitFor();
  await expectAccessibleInEveryLook(page, 'privacy-requests', [
    {
      name: 'erase',
      open: async () => {
        await rowOf(page, stored.id)
          .getByRole('button', { name: /^Erase/ })
          .click();
        await modal(page, 'Erase this member for good').waitFor();
      },
    },
    {
      name: 'decide',
      open: async () => {
        await rowOf(page, stored.id)
          .getByRole('button', { name: /^Decide/ })
          .click();
        await modal(page, 'Answer the request').waitFor();
      },
    },
  ]);

  expectsRefusal(409, `/api/admin/privacy/requests/${requestId}/erase/`);
  await rowOf(page, stored.id)
    .getByRole('button', { name: /^Erase/ })
    .click();
  const erasing = modal(page, 'Erase this member for good');
  await field(erasing, `Type #${stored.id} to confirm`).fill(`#${stored.id}`);
  await erasing.getByRole('button', { name: 'Erase', exact: true }).click();
  await erasing.getByText('This person has vials in store.').first().waitFor();
  await erasing.getByRole('button', { name: 'Cancel' }).click();
  await erasing.waitFor({ state: 'detached' });
  await rowOf(page, stored.id)
    .getByRole('button', { name: /^Decide/ })
    .click();
  const deciding = modal(page, 'Answer the request');
  await field(deciding, 'Decision').selectOption('refused');
  await field(deciding, 'Answer').fill('We store vials of yours.');
  await deciding.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'The decision has been saved.').waitFor();
  expect((await letterTo(stored.email, 'our answer to your request')).text).toContain('We store vials of yours.');

  await rowOf(page, gone.id)
    .getByRole('button', { name: /^Erase/ })
    .click();
  await field(erasing, `Type #${gone.id} to confirm`).fill(`#${gone.id}`);
  const erased = page.waitForResponse((response) => ERASE.test(new URL(response.url()).pathname));
  await erasing.getByRole('button', { name: 'Erase', exact: true }).click();
  expect((await erased).status()).toBe(200);
  await page.getByText(`Erased member #${gone.id}`).first().waitFor();
  expect(await page.getByText(gone.name).count()).toBe(0);

  const visit = await visitor();
  visit.expectsRefusal(400, '/api/admin/login/');
  await visit.page.goto('/');
  await logInThroughTheForm(visit.page, gone.email);
  await bar(visit.page, 'Unable to log in').waitFor();
});

test('a super admin downloads a kept paper of an erased patient with a reason', async () => {
  const patient = await newMember();
  const { page: signer } = await loggedIn(patient.email);
  await signer.goto('/dashboard');
  await signer.getByRole('button', { name: /Storage$/ }).click();
  const sheet = modal(signer, 'Sign Document');
  const paper = sheet.frameLocator('iframe');
  await paper.getByLabel('Type your full name').fill(patient.name);
  await paper.getByLabel('I agree to sign electronically').check();
  await paper.getByRole('button', { name: 'Sign document' }).click();
  await sheet.getByText('Signed. Thank you.').waitFor();
  const requestId = await asksToBeErased(patient.email);
  const { token } = await openSession('super');
  const erase = `${baseUrl()}/api/admin/privacy/requests/${requestId}/erase/`;
  // A document that is being sealed delays the erasure.
  await expect
    .poll(async () => (await postJson(erase, { confirm: `#${patient.id}` }, token)).status, { timeout: 60_000 })
    .toBe(200);

  const { page } = await loggedIn('super');
  await page.goto('/security/privacy');
  await rowOf(page, patient.id)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Kept papers' }).click();
  const dialog = modal(page, 'Papers kept of an erased member');
  await field(dialog, 'Reason').fill('A court asks for it');
  await expectAccessibleInEveryLook(page, 'kept-papers');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect((await buffer(await file.createReadStream())).subarray(0, 5).toString()).toBe('%PDF-');
});

type PageOf = Awaited<ReturnType<typeof visitor>>['page'];

/** The row of a member, as a table row or as a card. */
function rowOf(page: PageOf, id: number) {
  return page
    .locator('tr, li, article')
    .filter({ hasText: `(#${id})` })
    .last();
}

async function newMember() {
  const member = await newUser(2);
  const { token } = await openSession(member.email);
  await patchJson(`${baseUrl()}/api/v1/users/${member.id}/`, { check_agreement: '2026-01-05T09:00:00.000Z' }, token);
  return member;
}

/** Returns the id of the request. */
async function asksToBeErased(email: string): Promise<number> {
  const { token } = await openSession(email);
  const { status, body } = await postJson(`${baseUrl()}/api/v1/privacy/requests/`, { kind: 'erasure' }, token);
  if (status !== 200) throw new Error(`${email} cannot ask to be erased: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of a successful call.
  return (body as { request: { id: number } }).request.id;
}
