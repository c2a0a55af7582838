import { type BenchCodeKind, formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectBenchTargets, scanCode, waitForStatus } from '../../page/bench-page.ts';
import { field, heading, modal } from '../../page/portal.ts';
import { kitOfLot, newBox, openBenchTablet, SIGNER, TABLET } from '../../people/bench-lab.ts';
import { type Buyer, newClinic } from '../../people/buyers.ts';
import { getJson, postJson, putJson } from '../../people/calls.ts';
import { documentsSigned, feePaid, type PaidFor } from '../../people/paid-fees.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

const TRACKING = '794612345678';

test('F160–F168 a sample goes from the kit to the delivered parcel by scans, and its chain of custody tells every step', async () => {
  const tablet = await openBenchTablet();
  const { page } = tablet;
  const clinic = await newClinic(4);
  const patient = await newConsentingPatient(clinic, tablet.user.id);
  const atClinic = await loggedIn(clinic.email, { look: TABLET });

  const kit = await registerKit(tablet, clinic);
  await recordHarvest(atClinic.page, patient, kit);
  await receiveTissue(page, kit);
  const codes = await makeVials(page);
  await fillBox(tablet, codes);
  await signRelease(tablet, codes);
  await orderVials(atClinic.page, patient, 2);
  await sendOrder(tablet, patient, codes.slice(0, 2));

  await page.goto(`/vial/${codes[0]}`);
  await heading(page, `Vial ${codes[0]}`).waitFor();
  await page.getByText(TRACKING).first().waitFor();
  expect(await stepsInChain(tablet, patient)).toEqual([
    'kit.used',
    'tissue.received',
    'batch.opened',
    'batch.lot_used',
    'qc.recorded',
    'vials.added',
    'bench.quarantined',
    'batch.closed',
    'bench.placed',
    'bench.released',
    'bench.reserved',
    'order.paid',
    'bench.picked',
    'bench.packed',
    'vials.shipped',
    'order.delivered',
  ]);
  const verified = await postJson(`${baseUrl()}/api/admin/audit/verify/`, {}, (await openSession('super')).token);
  expect(verified.body).toMatchObject({ intact: true, first_break: null });
});

/** A patient of this clinic and lab whose fee is paid and who has signed the three consents. */
async function newConsentingPatient(clinic: Buyer, lab: number): Promise<PaidFor> {
  const patient = await feePaid(clinic);
  await documentsSigned(patient);
  const { token } = await openSession('admin');
  const changed = await putJson(`${baseUrl()}/api/v1/users/${patient.id}/`, { processing_lab: lab }, token);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return patient;
}

async function registerKit(tablet: LoggedIn, clinic: Buyer): Promise<string> {
  const { page } = tablet;
  const lot = `HK-${Date.now()}`;
  await page.goto('/bench/lots');
  await heading(page, 'Lots and Kits').waitFor();
  await scanCode(page, `(01)04012345678901(17)300131(10)${lot}`);
  await waitForStatus(page, `Lot ${lot} was read.`);
  await page.getByRole('button', { name: 'Kits', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harvest kit');
  const register = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Register a lot' }) });
  await expectBenchTargets(register.locator('button, input'));
  await page.getByRole('button', { name: 'Register lot' }).click();
  await waitForStatus(page, `Lot ${lot} is registered.`);
  await page.getByRole('button', { name: `Add kits lot ${lot}` }).click();
  await page.getByRole('textbox', { name: 'How many kits?' }).fill('2');
  await expectAccessible(page, 'adding kits');
  await page.getByRole('dialog').getByRole('button', { name: 'Add kits' }).click();
  await waitForStatus(page, '2 kits were added.');
  await saveLabels(page, 'Print 2 labels');
  const kit = await kitOfLot(tablet, lot);
  await page.getByRole('button', { name: 'Send kits' }).click();
  await page.getByRole('combobox', { name: 'Clinic' }).selectOption(String(clinic.id));
  await scanThing(page, 'kit', kit);
  await waitForStatus(page, `Kit K-${kit} is sent to`);
  return kit;
}

async function recordHarvest(page: Page, patient: PaidFor, kit: string): Promise<void> {
  await page.goto('/harvest-day');
  await heading(page, 'Harvest Day').waitFor();
  await page.getByRole('combobox', { name: 'Patient' }).selectOption(String(patient.id));
  await scanThing(page, 'kit', kit);
  await waitForStatus(page, `K-${kit}`);
  await page.getByRole('textbox', { name: 'Volume in ml' }).fill('45');
  await page.getByRole('button', { name: 'Record harvest' }).click();
  await waitForStatus(page, `Kit K-${kit} is recorded.`);
  await expectAccessible(page, 'the harvest day');
}

/** The parcel is accepted, and a batch is opened for its tissue. */
async function receiveTissue(page: Page, kit: string): Promise<void> {
  await page.goto('/bench/arrivals/new');
  await heading(page, 'Receive a Parcel').waitFor();
  await scanThing(page, 'kit', kit);
  await page.getByText('In transit').waitFor();
  for (const answer of ['Intact', 'OK', 'Yes']) await page.getByRole('button', { name: answer, exact: true }).click();
  await expectAccessible(page, 'an arrival');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await waitForStatus(page, 'Accepted:');
  await page.getByRole('link', { name: 'Open a batch' }).click();
  await heading(page, 'Batches').waitFor();
  await page.getByRole('textbox', { name: 'Passage' }).fill('1');
  await page.getByRole('button', { name: 'Open a batch' }).click();
  await page.getByRole('heading', { name: /^Batch T-/ }).waitFor();
}

/** On the page of the batch: its reagent, three results that pass, three vials; then it is closed. */
async function makeVials(page: Page): Promise<string[]> {
  await scanCode(page, '(01)04012345678901(10)CM-118');
  await waitForStatus(page, 'Lot CM-118 is recorded.');
  await recordResult(page, { test: 'Viability', value: '91' }, 'Viability, 91 %, Pass');
  await recordResult(page, { test: 'Cell count', value: '12', verdict: 'Pass' }, 'Cell count, 12 million cells, Pass');
  await recordResult(page, { test: 'Sterility', verdict: 'Pass' }, 'Sterility, Pass');
  await page.getByRole('textbox', { name: 'How many vials?' }).fill('3');
  await page.getByRole('button', { name: 'Add vials' }).click();
  await waitForStatus(page, '3 vials were added.');
  await saveLabels(page, 'Print 3 labels');
  await expectAccessible(page, 'a batch');
  await expectBenchTargets(page.locator('main').locator('button:visible, input:visible, textarea:visible'));
  await page.getByRole('button', { name: 'Close batch' }).click();
  await waitForStatus(page, 'The batch is closed.');
  const codes = page.locator('main li').filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/ });
  await expect.poll(() => codes.count()).toBe(3);
  return codes.allInnerTexts();
}

type Result = { test: string; value?: string; verdict?: string };

async function recordResult(page: Page, { test: name, value, verdict }: Result, words: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  if (value) await page.getByRole('textbox', { name: 'Value' }).fill(value);
  if (verdict) await page.getByRole('button', { name: verdict, exact: true }).click();
  await page.getByRole('button', { name: 'Record result' }).click();
  await page.getByText(words).waitFor();
}

/** The dialog of the labels opens by itself for what was just made. */
async function saveLabels(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await expectAccessible(page, 'printing labels');
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Get the file' }).click();
  expect((await file).suggestedFilename()).toBe('labels-sheet.pdf');
  await dialog.waitFor({ state: 'hidden' });
}

async function fillBox(tablet: LoggedIn, codes: readonly string[]): Promise<void> {
  const { page } = tablet;
  const box = await newBox(tablet);
  await page.goto('/bench/storage');
  await heading(page, 'Storage').waitFor();
  await scanThing(page, 'place', box.code);
  await waitForStatus(page, 'Scan vials to fill it.');
  for (const [index, code] of codes.entries()) {
    await scanThing(page, 'vial', code);
    await waitForStatus(page, `Vial ${code} is in A${index + 1} of ${box.name}.`);
  }
}

async function signRelease({ page, token }: LoggedIn, codes: readonly string[]): Promise<void> {
  // A signed document is sealed and filed shortly afterwards.
  const isReady = async () => {
    const { body } = await getJson(`${baseUrl()}/api/v1/bench/candidates/?vial=${codes[0]}`, token);
    // @NOTE the answer of the list of candidates.
    const [candidate] = (body as { results: { criteria: { met: boolean }[] }[] }).results;
    return candidate?.criteria.every(({ met }) => met);
  };
  await expect.poll(isReady).toBe(true);
  const steps = await scanAtBench(page, codes[0] ?? '');
  await steps.getByRole('button', { name: 'Release' }).click();
  await heading(page, 'Release').waitFor();
  await page.getByRole('button', { name: 'Review and sign' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(SIGNER.pin);
  await expectAccessible(page, 'signing a release');
  await page.getByRole('button', { name: 'Sign and release' }).click();
  await waitForStatus(page, `${codes.length} vials are released.`);
}

/** The clinic pays with its saved card. */
async function orderVials(page: Page, patient: PaidFor, quantity: number): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Order Patient Vials', exact: true }).click();
  await heading(page, 'Checkout Order Patient Vials').waitFor();
  await field(page, 'Select Patient Account').fill(patient.name);
  await page.getByRole('option', { name: new RegExp(patient.name) }).click();
  await field(page, 'Quantity').fill(String(quantity));
  await page.getByRole('complementary', { name: 'Summary' }).getByText(String(quantity), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await modal(page, 'Order Patient Vials has been ordered.').waitFor();
}

async function sendOrder({ page, token }: LoggedIn, patient: PaidFor, codes: readonly string[]): Promise<void> {
  const { body } = await getJson(`${baseUrl()}/api/v1/bench/orders/?limit=100`, token);
  // @NOTE the answer of the list of orders.
  const orders = (body as { results: { code: string; patient: { id: number } }[] }).results;
  const code = orders.find((order) => order.patient.id === patient.id)?.code ?? '';
  await page.goto('/bench/orders');
  await heading(page, 'Orders').waitFor();
  await scanThing(page, 'order', code);
  await heading(page, `Order R-${code}`).waitFor();
  await page.getByText(`Picked 0 of ${codes.length}`).waitFor();
  for (const done of ['picked', 'packed']) {
    for (const vial of codes) {
      await scanThing(page, 'vial', vial);
      await waitForStatus(page, `Vial ${vial} is ${done}.`);
    }
  }
  await scanCode(page, `1001921334250001000300${TRACKING}`);
  await waitForStatus(page, `Tracking number ${TRACKING}.`);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await waitForStatus(page, `${codes.length} vials are shipped.`);
  await page.getByRole('button', { name: 'Delivered', exact: true }).click();
  await waitForStatus(page, 'The order is delivered.');
}

/** The kinds of a patient's events from the kit on, repeated ones once. */
async function stepsInChain({ token }: LoggedIn, patient: PaidFor): Promise<string[]> {
  const { body } = await getJson(`${baseUrl()}/api/v1/users/${patient.id}/custody/`, token);
  // @NOTE the answer of the chain of custody.
  const kinds = (body as { kind: string }[]).map(({ kind }) => kind);
  return kinds
    .slice(kinds.indexOf('kit.used'))
    .filter((kind) => !kind.startsWith('document.') && kind !== 'processing.changed')
    .filter((kind, index, all) => kind !== all[index - 1]);
}

async function scanAtBench(page: Page, vial: string) {
  await page.goto('/bench');
  await heading(page, 'Bench').waitFor();
  await page.getByText('To receive').waitFor();
  await scanThing(page, 'vial', vial);
  await waitForStatus(page, `Vial ${vial}`);
  return page.getByRole('group', { name: 'Next steps' });
}

function scanThing(page: Page, kind: BenchCodeKind, code: string): Promise<void> {
  return scanCode(page, formatSymbolText({ kind, code }));
}
