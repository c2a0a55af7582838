import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectBenchTargets, scanCode, waitForAlert, waitForStatus } from '../../page/bench-page.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { sidewaysOverflow } from '../../page/looks.ts';
import { heading } from '../../page/portal.ts';
import { badgeOf, SIGNER, TABLET } from '../../people/bench-lab.ts';
import { getJson } from '../../people/calls.ts';
import { baseUrl, type LoggedIn, loggedIn } from '../../people/person.ts';

test('F160, F161 an operator begins a shift by badge and PIN, scans a vial, prints its label twice and ends the shift', async () => {
  const lab = await loggedIn('lab2', { look: TABLET });
  const { page } = lab;
  await openBench(page);
  await page.getByText('Scan your badge first.').waitFor();
  await scanCode(page, await badgeSymbolOf(lab, SIGNER.name));
  await page.getByRole('dialog', { name: 'Begin the shift of Nora Lindqvist' }).waitFor();
  // The PIN has the focus already: no mouse is needed.
  await page.getByLabel('PIN', { exact: true }).waitFor();
  await page.keyboard.type(SIGNER.pin, { delay: 150 });
  await page.keyboard.press('Enter');
  await waitForStatus(page, 'Nora Lindqvist is at work.');
  await page.getByText(/Nora Lindqvist · ends \d/).waitFor();

  const vial = await vialOf(lab);
  await scanCode(page, formatSymbolText({ kind: 'vial', code: vial }));
  await waitForStatus(page, `Vial ${vial}`);
  const steps = page.getByRole('group', { name: 'Next steps' });
  await expectBenchTargets(steps.getByRole('button'));
  await expectAccessible(page, 'a scanned vial');

  await steps.getByRole('button', { name: 'Print label' }).click();
  const first = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Get the file' }).click();
  expect((await first).suggestedFilename()).toBe('labels-sheet.pdf');
  await steps.getByRole('button', { name: 'Print label' }).click();
  lab.expectsRefusal(409, '/api/v1/bench/labels/');
  await page.getByRole('button', { name: 'Zebra file' }).click();
  await page.getByRole('button', { name: 'Get the file' }).click();
  await page.getByText('Say why they are printed again.').waitFor();
  await expectAccessible(page, 'the labels dialog with a reason');
  await page.getByLabel('Why are they printed again?').fill('The label tore.');
  const second = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Get the file' }).click();
  expect((await second).suggestedFilename()).toBe('labels.zpl');

  await steps.getByRole('button', { name: 'Passport' }).click();
  await heading(page, `Vial ${vial}`).waitFor();
  await page.getByRole('list', { name: 'Its way' }).getByText('Added').first().waitFor();
  await expectAccessible(page, 'a passport');

  await openBench(page);
  await page.getByRole('button', { name: 'End shift' }).click();
  await page.getByText('Scan your badge first.').waitFor();
});

test('a wrong PIN is said at the field, an unknown code is announced, and a lab without a bench has no way to it', async () => {
  const lab = await loggedIn('lab2', { look: TABLET });
  const { page } = lab;
  await openBench(page);
  await scanCode(page, '771234567890');
  await waitForAlert(page, 'This code is not known.');
  await scanCode(page, await badgeSymbolOf(lab, 'Jonas Weir'));
  lab.expectsRefusal(400, '/api/v1/bench/shift/');
  await page.getByLabel('PIN', { exact: true }).fill('000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Begin shift' }).click();
  await page.getByRole('dialog').getByText('Wrong badge or PIN.').waitFor();
  await expectAccessible(page, 'the PIN dialog with a wrong PIN');

  const other = await loggedIn('lab');
  await other.page.goto('/dashboard');
  await heading(other.page).waitFor();
  await other.calm();
  expect(await other.page.getByRole('link', { name: 'Bench' }).count()).toBe(0);
});

test('an administrator adds an operator of a lab and sees the PIN once', async () => {
  const admin = await loggedIn('admin');
  const { page } = admin;
  const lab = await loggedIn('lab2');
  await page.goto(`/bench/settings?lab=${lab.user.id}`);
  await heading(page, 'Bench settings').waitFor();
  await page.getByRole('button', { name: 'Add operator' }).click();
  await page.getByLabel('Name').fill('Ida Holm');
  await page.getByRole('dialog').getByRole('button', { name: 'Add operator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Badge and PIN' });
  await dialog.getByText(/^\d{6}$/).waitFor();
  await expectAccessible(page, 'the one-time PIN');
  await dialog.getByRole('button', { name: 'I have noted it' }).click();
  await page.getByRole('button', { name: 'End Ida Holm' }).click();
  await page.getByRole('button', { name: 'End operator' }).click();
  await page.getByText('Ida Holm has ended.').first().waitFor();
});

test('an administrator who opens the bench chooses one of the labs that have it, and opens its orders', async () => {
  const lab = await loggedIn('lab2');
  const { page } = await loggedIn('admin');
  await page.goto('/bench/orders');
  await heading(page, 'Choose a lab').waitFor();
  const choice = page.getByRole('link', { name: lab.user.company, exact: true });
  await choice.waitFor();
  await expectAccessibleInEveryLook(page, 'bench-choice');
  expect(await sidewaysOverflow(page)).toBe(0);
  await choice.click();
  await heading(page, 'Orders').waitFor();
  expect(new URL(page.url()).searchParams.get('lab')).toBe(String(lab.user.id));
});

async function openBench(page: Page): Promise<void> {
  await page.goto('/bench');
  await heading(page, 'Bench').waitFor();
  await page.getByText('To receive').waitFor();
}

/** A stored vial of the demo's patients, whose ids are lower: those of other journeys change hands meanwhile. */
async function vialOf({ token }: LoggedIn): Promise<string> {
  const { body: patients } = await getJson(`${baseUrl()}/api/admin/users/lab/?limit=100`, token);
  // @NOTE the response of this call.
  const ids = (patients as { results: { id: number }[] }).results.map(({ id }) => id);
  for (const id of ids.toSorted((one, other) => one - other)) {
    const { body } = await getJson(`${baseUrl()}/api/v1/vials/user/${id}/vials/`, token);
    // @NOTE the response of this call.
    const vial = (body as { code: string; state: string }[]).find(({ state }) => state === 'stored');
    if (vial) return vial.code;
  }
  throw new Error('The lab has no vial in store.');
}

async function badgeSymbolOf(lab: LoggedIn, name: string): Promise<string> {
  return formatSymbolText({ kind: 'operator', code: await badgeOf(lab, name) });
}
