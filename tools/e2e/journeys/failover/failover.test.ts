import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cluster } from '../../../harness/cluster/cluster.ts';
import { type ProductsOnCluster, startProducts } from '../../../harness/cluster/products-on-cluster.ts';
import { startCluster } from '../../../harness/cluster/start-cluster.ts';
import { fillNewCard } from '../../page/card-form.ts';
import { looks, photograph } from '../../page/looks.ts';
import { field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { feePaid } from '../../people/paid-fees.ts';
import { loggedIn, type Person, visitor } from '../../people/person.ts';

const FEE = '/harvest-center/checkout/processing-fee';
const AWAY = 'The portal is away for a moment. This page goes on by itself as soon as it is back.';
const UNKNOWN = 'We do not know yet whether your card was charged. Do not pay again.';
const PAID = 'New Patient Processing Fee has been ordered.';
const SIGN = 'Sign document';
const APPROVED = '5424000000000015';

let cluster: Cluster;
let products: ProductsOnCluster;
let site: string;
beforeAll(async () => {
  cluster = await startCluster();
  products = await startProducts(cluster, 1);
  site = products.products[0]?.baseUrl ?? '';
});
afterAll(() => cluster.close());

test('a patient signs and a center pays a fee while the database fails over, each once, and an open page goes on by itself', async () => {
  const admin = await loggedIn('admin', { site });
  const center = await loggedIn('hc', { site });
  const guest = await visitor({ site });
  for (const person of [admin, center, guest]) ignoreAbsence(person);
  const earlier = await feePaid({ token: center.token, site });
  const [document = ''] = earlier.documents;
  // @NOTE the answer of this call.
  const { signLink } = (await getJson(`${site}/auth/esign/guest/${document}/`)).body as { signLink: string };
  await guest.page.goto(signLink);
  await guest.page.getByLabel('Type your full name').fill(earlier.name);
  await guest.page.getByLabel('I agree to sign electronically').check();
  const email = await fillFee(center.page);
  await admin.page.goto('/dashboard');
  await heading(admin.page).waitFor();
  await admin.calm();

  await (await cluster.primary()).killMachine();
  await mainMenu(admin.page).getByRole('link', { name: 'Transactions' }).click();
  await admin.page.getByText(AWAY).waitFor();
  await photograph(admin.page, 'failover', looks.light);
  await Promise.all([payUntilTold(center.page), signUntilTold(guest.page)]);
  await admin.page.getByText(AWAY).waitFor({ state: 'detached' });
  await admin.page.getByRole('row').nth(1).waitFor();
  expect(await admin.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);

  // The document is complete once its seal is made, by a job.
  await expect.poll(() => countOutcomes(email, earlier.email)).toEqual({ paid: 1, signed: 1 });
});

async function countOutcomes(patient: string, signer: string): Promise<unknown> {
  const { rows } = await products.tables((owner) =>
    owner.query(
      `select (select count(*) from transactions join users on users.id = transactions.patient_id
          where users.email = $1)::int as paid,
        (select count(*) from audit_log join documents on subject_id = documents.id::text
          where subject = 'document' and action = 'documents.complete' and signer_email = $2)::int as signed`,
      [patient, signer],
    ),
  );
  return rows[0];
}

/** The database is away, so any call may be answered with 503. */
function ignoreAbsence({ page, expectsRefusal }: Person): void {
  page.on('response', (response) => {
    if (response.status() === 503) expectsRefusal(503, new URL(response.url()).pathname);
  });
}

/** Fills the form of a fee for a new patient, and returns the patient's e-mail address. */
async function fillFee(page: Page): Promise<string> {
  const email = `${unique('fay')}@people.test`;
  await page.goto(FEE);
  await heading(page, 'New Patient Processing Fee').waitFor();
  await page.getByRole('checkbox', { name: 'Create Patient Account' }).check();
  await field(page, 'Patient First Name').fill('Fay');
  await field(page, 'Patient Last Name').fill('Lover');
  await field(page, 'Patient E-mail').fill(email);
  await field(page, 'Patient Phone Number').fill('+1 555 0107');
  await fillNewCard(page, APPROVED);
  return email;
}

/** Pays, and asks for the outcome as the page offers it until it is known. */
async function payUntilTold(page: Page): Promise<void> {
  const proceed = page.getByRole('button', { name: 'Proceed Checkout' });
  await proceed.click();
  const paid = modal(page, PAID);
  const check = modal(page, UNKNOWN).getByRole('button', { name: 'Check status' });
  const notCharged = modal(page, 'Your card was not charged. You can try again.');
  for (;;) {
    await paid
      .or(check.and(page.locator(':enabled')))
      .or(notCharged)
      .first()
      .waitFor();
    if (await paid.isVisible()) return;
    if (await notCharged.isVisible()) {
      await notCharged.getByRole('button', { name: 'Close', exact: true }).last().click();
      await proceed.click();
    } else await check.click();
  }
}

/** Signs, and presses the button again where the page says that the service is not available. */
async function signUntilTold(page: Page): Promise<void> {
  const thanks = page.getByText('Signature Completed. Thank you.');
  const sign = page.getByRole('button', { name: SIGN }).and(page.locator(':enabled'));
  for (;;) {
    await thanks.or(sign).first().waitFor();
    if (await thanks.isVisible()) return;
    await sign.click();
    await page.waitForTimeout(1_000);
  }
}
