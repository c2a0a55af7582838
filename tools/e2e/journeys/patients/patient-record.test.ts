import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, photograph, sidewaysOverflow } from '../../page/looks.ts';
import { arriveAt, bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { getJson, putJson } from '../../people/calls.ts';
import { demoPatient, type NewPatient, newPatient } from '../../people/patients.ts';
import { baseUrl, loggedIn, openSession } from '../../people/person.ts';

const MODAL = 'Show Patient Data form';

const PROCESS_FIELDS = [
  'Lab ID',
  'Date Adipose Shipped to Lab',
  'Date Adipose Received by Lab',
  'Estimated Date Vials Ready to Ship',
  'Set date manually',
  'Number of times QC is done',
  'Stemcell Plating Initiated Date',
  'Stemcell Plating Successful',
  'Date Vials Are Ready to Ship',
  'Vials in preparation',
  'HLA Typing Test',
  'Sterility Start Date',
  'Sterility End Date',
  'Sterility Complete',
];
const IDENTITY = ['Email', 'First Name', 'Last Name'];
const CENTERS = ['Referral Harvest Center', 'Harvest Center'];

test('F056 F060 a center reads every field of the record as text, and prints it as a summary', async () => {
  const { page, calm } = await loggedIn('hc');
  await openRecord(page, await demoPatient('patient'), 'Ana Whitfield');
  await calm();
  expect(await page.getByText('Rep Julian Reyes').count()).toBe(1);
  await page.getByRole('tab', { name: 'Processing data' }).click();
  expect(await page.locator('dt:visible').allInnerTexts()).toEqual([...IDENTITY, ...PROCESS_FIELDS, ...CENTERS]);
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Edit data' }).count()).toBe(0);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Processing data', 'Vials', 'Documents']);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = await page.locator('body').innerText();
  for (const part of [
    /Vialkeep · Patient summary\s+Ana Whitfield\s+#\d+ · Lab ID CB-\d+ · HC Stein Regenerative Clinic/,
    /Printed by Maria Stein at \d+ \w+ \d{4}, \d\d:\d\d UTC/,
    /Where the sample is\s+Shipped to lab/,
    /Sterility Complete\s+Yes/,
    /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]\s+Shipped/,
    /Chain of custody[\s\S]+Shipped to lab/,
    /4 vials shipped/,
  ]) {
    expect(paper).toMatch(part);
  }
  expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
});

test.runIf(isLongRun)(
  'F056 F060 a lab and the patients-list role change processing data, and the patient’s identity is read-only',
  async () => {
    const patient = await newPatient();
    for (const account of ['lab2', 'viewer']) {
      const { page } = await loggedIn(account);
      await openRecord(page, patient.id, patient.name);
      await page.getByRole('button', { name: 'Edit data' }).click();
      const form = page.getByRole('form', { name: 'Patient data' });
      await form.getByText('Only administrators change this.').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lab_id');
      expect(await form.locator('dt').allInnerTexts()).toEqual([...IDENTITY, ...CENTERS, 'Sterility End Date']);
      expect(await form.getByText(patient.email).count()).toBe(1);
      expect(await field(form, 'Email').count()).toBe(0);
      for (const label of PROCESS_FIELDS.filter((name) => name !== 'Sterility End Date')) {
        expect(await field(form, label).count(), label).toBe(1);
      }
    }
  },
);

test.runIf(isLongRun)('V-15 F056 a patient of another user is answered as not found for every plan', async () => {
  const others = await demoPatient('patient2');
  const mine = await demoPatient('patient');
  for (const [account, id] of [
    ['hc', others],
    ['rhc', mine],
    ['lab', others],
    ['rep', others],
    ['patient', others],
  ] as const) {
    const { page, expectsRefusal } = await loggedIn(account);
    expectsRefusal(404, `/api/v1/users/${id}/record/`);
    await page.goto(`/patients/${id}`);
    await page.getByText('There is no such patient.').waitFor();
    expect(await page.content()).not.toContain('Casale');
  }
  const { page, expectsRefusal } = await loggedIn('admin');
  await page.goto('/patients/everybody');
  await page.getByText('There is no such patient.').waitFor();
  expectsRefusal(404, '/api/v1/users/999999999/record/');
  await page.goto('/patients/999999999');
  await page.getByText('There is no such patient.').waitFor();
});

test('F050 F051 V-17 a patient reads on the dashboard about the own sample, documents and vials, in patient wording', async () => {
  const { page, user } = await loggedIn('patient', { look: looks.phone, phone: true });
  await page.goto(`/patients/${user.id}`);
  await arriveAt(page, '/dashboard');
  await expect
    .poll(() => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual(['Your sample', 'Documents', 'Vials History', 'Checkout Vials', 'Your account']);
  await page.getByText('Your vials are ready to ship.').waitFor();
  await page.getByText('Available: 5', { exact: true }).waitFor();
  await page.getByText('Shipped: 4', { exact: true }).waitFor();
  expect(await page.getByText(/^Vial: ID#\d+ - (added|shipped)$/).count()).toBe(3);
  expect(await page.getByRole('img', { name: 'Available: 5, shipped: 4' }).count()).toBe(1);
  expect(await sidewaysOverflow(page)).toBe(0);
  await expectAccessible(page, 'the dashboard of a patient on a phone');
  await photograph(page, 'patient-dashboard', looks.phone);
});

test('F057 F058 F059 computed dates follow the typed values, and a save after another user’s change shows that change', async () => {
  const patient = await newPatient({
    date_adipose_shipped_to_lab: '2026-09-03',
    date_adipose_received_by_lab: '2026-09-04',
  });
  const { page, expectsRefusal } = await loggedIn('admin');
  const form = await openForm(page, patient.id);
  const estimate = field(form, 'Estimated Date Vials Ready to Ship');
  await typeDay(form, 'Date Adipose Received by Lab', '09/05/2026');
  expect(await estimate.inputValue()).toBe('10/20/2026');
  expect(await estimate.isDisabled()).toBe(true);
  await typeDay(form, 'Sterility Start Date', '10/29/2026');
  await form.getByText('12 Nov 2026').waitFor();
  await field(form, 'Stemcell Plating Successful').selectOption({ label: 'Yes' });
  await form.getByRole('button', { name: 'Submit' }).click();
  await bar(page, 'Patient has been updated!').waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await fact(page, 'Estimated Date Vials Ready to Ship')).toBe('20 Oct 2026');
  expect(await fact(page, 'Sterility End Date')).toBe('12 Nov 2026');
  await page.getByRole('tab', { name: 'Overview' }).click();
  const chain = page.getByRole('list', { name: 'Chain of custody' });
  await chain.getByText('Received by lab, corrected').waitFor();
  expect(await chain.innerText()).toMatch(/Shipped to lab\s+3 Sep 2026 · Priya Raman/);
  expect(await chain.innerText()).toContain('ends 12 Nov 2026 (start + 14 days)');
  // The plating has no date, so the chain shows a gap.
  expect(await chain.locator('[data-gap]').innerText()).toMatch(/^Plating initiated\s+no record$/);

  await page.getByRole('button', { name: 'Edit data' }).click();
  await field(form, 'Set date manually').check();
  await typeDay(form, 'Estimated Date Vials Ready to Ship', '12/01/2026');
  await typeDay(form, 'Date Adipose Received by Lab', '09/06/2026');
  expect(await estimate.inputValue()).toBe('12/01/2026');
  await field(form, 'Vials in preparation').fill('7');
  const lab = await openSession('lab2');
  const changes = { lab_id: 'CB-2', vials_preparation: 3 };
  expect((await putJson(`${baseUrl()}/api/v1/users/${patient.id}/`, changes, lab.token)).status).toBe(200);
  expectsRefusal(409, `/api/v1/users/${patient.id}/`);
  await form.getByRole('button', { name: 'Submit' }).click();
  const meanwhile = form.getByRole('group', { name: 'Changed meanwhile by somebody else' });
  await meanwhile.waitFor();
  expect(await meanwhile.getByRole('listitem').allInnerTexts()).toEqual([
    'Lab ID: empty → CB-2',
    'Vials in preparation: 0 → 3',
  ]);
  expect(await field(form, 'Lab ID').inputValue()).toBe('CB-2');
  expect(await field(form, 'Vials in preparation').inputValue()).toBe('7');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await fact(page, 'Estimated Date Vials Ready to Ship')).toBe('1 Dec 2026');
  expect(await fact(page, 'Vials in preparation')).toBe('7');
});

test('F054 an administrator adds a patient, who is listed at once', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  const email = `added-${Date.now()}@journeys.test`;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add Patient' }).click();
  const form = modal(page, 'Add Patient');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('First Name is required.').waitFor();
  await field(form, 'Email').fill('patient@vialkeep.test');
  await field(form, 'First Name').fill('Nova');
  await field(form, 'Last Name').fill('Added');
  expectsRefusal(400, '/api/v1/users/');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('This e-mail already has an account.').first().waitFor();
  await field(form, 'Email').fill(email);
  await form.getByRole('combobox', { name: 'Harvest Center', exact: true }).fill('Barton');
  await page.getByRole('option', { name: /Barton Creek Aesthetics/ }).click();
  await typeDay(form, 'Date Adipose Received by Lab', '09/05/2026');
  await form.getByRole('button', { name: 'Submit' }).click();
  await bar(page, 'The patient has been added.').waitFor();
  await form.waitFor({ state: 'detached' });

  const center = await openSession('hc3');
  const { body } = await getJson(`${baseUrl()}/api/v1/harvest-centers/${center.user.id}/patients/`, center.token);
  // @NOTE the response of this call.
  const found = (body as { email: string; estimated_date_vials_ready_to_ship: string }[]).find(
    (patient) => patient.email === email,
  );
  expect(found?.estimated_date_vials_ready_to_ship).toBe('2026-10-20');
});

test.runIf(isLongRun)('F056 F060 the record, its form and the modal are accessible in every look', async () => {
  const { page } = await loggedIn('viewer');
  await openRecord(page, await demoPatient('patient6'), 'Victor Salgado');
  await page.getByRole('figure').waitFor();
  await expectAccessibleInEveryLook(page, 'patient-record', [
    {
      name: 'processing',
      open: () => page.getByRole('tab', { name: 'Processing data' }).click(),
      close: () => page.getByRole('tab', { name: 'Overview' }).click(),
    },
    {
      name: 'edit',
      open: async () => {
        await page.getByRole('button', { name: 'Edit data' }).click();
        await field(page, 'Sterility Start Date').waitFor();
      },
      close: () => page.getByRole('tab', { name: 'Overview' }).click(),
    },
  ]);

  // The newest patient is first in the list.
  const patient = await newPatient({}, [{ type: 'added', quantity: 3 }]);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Patients' }).first().waitFor();
  await expectAccessibleInEveryLook(page, 'patients-dashboard', [
    {
      name: 'patient-modal',
      open: async () => {
        await viewIn(page, patient);
        await modal(page).getByText('Vials Available:').waitFor();
      },
      close: closesModal,
    },
  ]);
});

async function openRecord(page: Page, id: number, name: string): Promise<void> {
  await page.goto(`/patients/${id}`);
  await heading(page, name).waitFor();
}

async function openForm(page: Page, id: number): Promise<Locator> {
  await page.goto(`/patients/${id}`);
  await page.getByRole('button', { name: 'Edit data' }).click();
  const form = page.getByRole('form', { name: 'Patient data' });
  await field(form, 'Sterility Start Date').waitFor();
  return form;
}

/** The calendar opens when the field gets the focus and closes when it loses it. */
async function typeDay(form: Locator, label: string, day: string): Promise<void> {
  const input = field(form, label);
  await input.fill(day);
  await input.press('Tab');
}

async function fact(page: Page, name: string): Promise<string> {
  return page.locator(`dt:text-is("${name}") + dd`).first().innerText();
}

async function viewIn(page: Page, { id, name }: NewPatient): Promise<void> {
  await page.getByRole('button', { name: `View #${id} - ` }).click();
  await modal(page, MODAL).getByText(name).waitFor();
}
