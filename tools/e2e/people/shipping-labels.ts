import { Plan } from '@vialkeep/contract/plans.ts';
import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { onePagePdf } from '../../harness/one-page-pdf.ts';
import { bar, field, heading, modal } from '../page/portal.ts';
import { getJson } from './calls.ts';
import { unique } from './new-user.ts';
import type { PaidFor } from './paid-fees.ts';
import { baseUrl, type LoggedIn, type Person } from './person.ts';

const LABEL = { name: 'label.pdf', mimeType: 'application/pdf', buffer: onePagePdf() };

/** Waits until a label can be requested for this patient, and opens the clinic's list of fees. */
export async function openWhenReady(
  { page, user, token }: LoggedIn,
  patient: PaidFor,
  site = baseUrl(),
): Promise<void> {
  const isReferral = user.subscription.id === Plan.referralCenter;
  const owner = isReferral ? 'rhc-association' : 'harvest-centers';
  const isReady = async () => {
    const { body } = await getJson(`${site}/api/v1/${owner}/${user.id}/transactions-history/processing-fee/`, token);
    // @NOTE the response of this call.
    const fees = body as CenterTransaction[];
    const fee = fees.find((one) => one.patient.some(({ id }) => id === patient.id));
    return fee?.patient_documents.every(({ status }) => status !== 'Pending');
  };
  // A signed document is sealed and filed shortly afterwards.
  await expect.poll(isReady, { timeout: 60_000, interval: 250 }).toBe(true);
  await page.goto(isReferral ? '/fedex-request-label-rhc' : '/fedex-request-label');
  await page.getByRole('row').filter({ hasText: patient.name }).getByText('Next: Request').waitFor();
}

export async function requestForm(page: Page, patient: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: patient });
  await row.getByRole('button', { name: /^Request FedEx Label/ }).click();
  await page.getByText('Loading Request Form').waitFor();
  const form = page.getByRole('form', { name: 'Request FedEx Label Form' });
  await form.waitFor();
  return form;
}

/** A label request and its notification address, which no other journey uses. */
export type RequestedLabel = { id: number; email: string };

export async function askForLabel(page: Page, form: Locator): Promise<RequestedLabel> {
  const email = `${unique('front')}@clinic.test`;
  await field(form, 'Harvest Center Email').fill(email);
  if ((await field(form, 'Postal Code').inputValue()) === '') await field(form, 'Postal Code').fill('78701');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/fedex-requests/'));
  await form.getByRole('button', { name: 'Request FedEx Label' }).click();
  // @NOTE the response of this call.
  const { data } = (await (await answered).json()) as { data: { id: number } };
  await bar(page, 'FedEx Label has been requested!').waitFor();
  await heading(page, 'FedEx Label Request').waitFor();
  return { id: data.id, email };
}

/** Opens the administrator's form of a request. */
export async function labelForm(office: Page, { email }: RequestedLabel): Promise<Locator> {
  await office.goto('/fedex-requests');
  await heading(office, 'FedEx Label Requests').waitFor();
  const row = office.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /^Edit request/ }).click();
  const form = modal(office, 'Add FedEx Label Document & Tracking Number');
  await form.waitFor();
  return form;
}

export async function chooseFile(form: Locator): Promise<void> {
  await form.locator('input[type=file]').setInputFiles(LABEL);
  await form.getByText(LABEL.name, { exact: true }).waitFor();
}

export async function typeTracking(form: Locator, number: string): Promise<void> {
  await field(form, 'Tracking Link').fill(`https://www.fedex.com/fedextrack/?trknbr=${number}`);
  await field(form, 'Tracking Number').fill(number);
}

/** Saves the label and waits until the list shows that the center was notified. */
export async function saveAndSend(office: Page, form: Locator, { email }: RequestedLabel): Promise<void> {
  await form.getByRole('button', { name: 'Save and Send Notification' }).click();
  await form.getByText('FedEx Label/Tracking Number have been added and Email Notification Sent!').first().waitFor();
  await form.waitFor({ state: 'detached' });
  await office.getByRole('row').filter({ hasText: email }).getByText('Yes', { exact: true }).waitFor();
}

/** The clinic finds the label by its number and opens it; returns the file. */
export async function openedLabel({ page, context }: Person, number: string): Promise<Buffer> {
  await page.reload();
  await field(page, 'Filter FedEx Label Request').fill(number);
  const row = page.getByRole('row').filter({ hasText: number });
  const link = row.getByRole('link', { name: /^see label/ });
  const opened = await context.request.get((await link.getAttribute('href')) ?? '');
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf']);
  return opened.body();
}

export function trackingNumber(): string {
  return `7946${String(Date.now()).slice(-8)}`;
}
