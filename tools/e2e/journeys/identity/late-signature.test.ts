import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../../harness/product.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { arriveAt, field, heading, modal } from '../../page/portal.ts';
import { DEMO_PASSWORD } from '../../people/accounts.ts';
import { postJson, putJson } from '../../people/calls.ts';
import { holderOf, loggedIn, openSession } from '../../people/person.ts';
import { isStrict, proveAgain } from '../../people/second-factor.ts';

const PROOF_MS = 60_000;

/** A product in which a proof of identity counts for a minute. */
let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { STEP_UP_MINUTES: '1' } });
});
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

test('a patient who reads a document for longer than their proof counts proves it again at the signature, and what they typed is kept', async () => {
  const site = product.baseUrl;
  await askForProofs(site);
  const { page, user, token, expectsRefusal } = await loggedIn('patient13', { site });
  const asked = { patientId: user.id, docType: 'storage' };
  const { status, body } = await postJson(`${site}/api/v1/documents/sign-link-patient/`, asked, token);
  expect(status).toBe(200);
  // @NOTE the response with a sign link.
  await page.goto((body as { signLink: string }).signLink);
  await heading(page).filter({ hasText: 'Official Storage Agreement' }).waitFor();
  const name = page.getByLabel('Type your full name');
  await name.fill(`${user.first_name} ${user.last_name}`);
  await page.getByLabel('I agree to sign electronically').check();
  await sleep(PROOF_MS + 2_000);

  expectsRefusal(409, '/esign/signings/*');
  await page.getByRole('button', { name: 'Sign document' }).click();
  const dialog = modal(page, 'Confirm that it is you');
  await field(dialog, 'Password').waitFor();
  await expectAccessibleInEveryLook(page, 'late-signature');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe(`${user.first_name} ${user.last_name}`);
  await page.getByRole('button', { name: 'Sign document' }).click();
  await field(dialog, 'Password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await arriveAt(page, '/patient-signed-completed-message');
});

async function askForProofs(site: string): Promise<void> {
  const { token } = await openSession('super', site);
  if (isStrict) await proveAgain(holderOf('super', site), token);
  expect((await putJson(`${site}/api/admin/identity-policy/1/`, { step_up: true }, token)).status).toBe(200);
}
