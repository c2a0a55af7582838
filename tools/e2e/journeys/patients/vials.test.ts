import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, photograph, sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, modal } from '../../page/portal.ts';
import { addEntry, newPatient } from '../../people/patients.ts';
import { loggedIn, openSession } from '../../people/person.ts';

test('F062–F066 a lab adds, edits, ships and deletes vial entries, and counts, codes and the chain of custody follow', async () => {
  const { id } = await newPatient(await atOtherLab(), [
    { type: 'added', quantity: 6, note: 'First passage' },
    { type: 'added', quantity: 3 },
    { type: 'shipped', quantity: 4, date: '2026-02-01', tracking_id: '7711 0001' },
  ]);
  const { page, token, expectsRefusal } = await loggedIn('lab');
  await openVials(page, id);
  expect(await counts(page)).toEqual(['Vials Available: 5', 'Vials Added: 9', 'Vials Shipped: 4']);
  expect(await page.getByText('Note: New shipments will appear after processing.').count()).toBe(1);
  expect(await rows(page, 'added')).toEqual([
    ['6', '5 Jan 2026', 'First passage'],
    ['3', '5 Jan 2026', ''],
  ]);
  expect(await rows(page, 'shipped')).toEqual([['4', '1 Feb 2026', '7711 0001', '']]);
  expect(await page.getByText('In store', { exact: true }).count()).toBe(5);
  const vials = page.getByRole('region', { name: 'Every vial' }).getByRole('row');
  const code = await vials.nth(1).locator('td').first().innerText();
  await page.getByRole('button', { name: `Show QR code of ${code}` }).click();
  await modal(page, code)
    .getByRole('img', { name: `QR code of vial ${code}` })
    .waitFor();
  await closesModal(page);

  await cell(page, 'Add vials: Qty').fill('7');
  await cell(page, 'Add vials: Date').fill('2026-03-04');
  await cell(page, 'Add vials: Note').fill('Rack B');
  await page.getByRole('button', { name: 'Add vials', exact: true }).click();
  await side(page, 'added').locator('tr[data-flashed]').waitFor();
  expect((await rows(page, 'added'))[2]).toEqual(['7', '4 Mar 2026', 'Rack B']);
  expect((await counts(page))[0]).toBe('Vials Available: 12');

  await edit(page, '6 vials of 5 Jan 2026');
  await cell(page, 'Qty').fill('8');
  await cell(page, 'Qty').press('Enter');
  await expect.poll(async () => (await rows(page, 'added'))[0]).toEqual(['8', '5 Jan 2026', 'First passage']);
  await edit(page, '4 vials of 1 Feb 2026');
  await cell(page, 'Tracking ID').fill('7711 0002');
  await page.getByRole('button', { name: 'Save 4 vials of 1 Feb 2026' }).click();
  await expect.poll(() => rows(page, 'shipped')).toEqual([['4', '1 Feb 2026', '7711 0002', '']]);

  await remove(page, '3 vials of 5 Jan 2026');
  await expect.poll(() => rows(page, 'added')).toHaveLength(2);
  page.on('response', (answer) => {
    if (answer.status() === 409) expectsRefusal(409, new URL(answer.url()).pathname);
  });
  await page.getByRole('button', { name: 'Delete 8 vials of 5 Jan 2026' }).click();
  await modal(page).getByRole('button', { name: 'Delete' }).click();
  await modal(page).getByText('4 vials are already shipped.').waitFor();
  await closesModal(page);

  await page.getByText('Choose vials').click();
  const choice = page.getByRole('group', { name: 'Vials to ship' });
  await choice.getByRole('checkbox').nth(3).check();
  await choice.getByRole('checkbox').nth(1).check();
  const codes = await choice.locator('label').allInnerTexts();
  await page.getByRole('button', { name: 'Ship vials', exact: true }).click();
  await expect.poll(() => rows(page, 'shipped')).toHaveLength(2);
  for (const chosen of [codes[1] ?? '', codes[3] ?? '']) {
    await page.getByPlaceholder('Type to filter by code').fill(chosen);
    await expect.poll(() => vials.filter({ hasText: chosen }).innerText()).toContain('Shipped');
  }

  // Another user ships the rest while this page shows the former count.
  await addEntry(token, id, { type: 'shipped', quantity: 9 });
  expect((await counts(page))[0]).toBe('Vials Available: 9');
  await ship(page, '1');
  await bar(page, 'Only 0 vials are available.').waitFor();
  await side(page, 'shipped').getByText('Only 0 vials are available.').waitFor();
  await expect.poll(() => counts(page)).toEqual(['Vials Available: 0', 'Vials Added: 15', 'Vials Shipped: 15']);
  await expectAccessibleInEveryLook(page, 'vials-refused');

  await cell(page, 'Ship vials: Qty').fill('');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('Quantity: 6 → 8').waitFor();
  await page.getByText('Tracking ID: 7711 0001 → 7711 0002').waitFor();
});

test.runIf(isLongRun)('F062 F066 read-only users see no notes, no actions and no row for new entries', async () => {
  const { id } = await newPatient({}, [{ type: 'added', quantity: 6, note: 'A note between keepers' }]);
  for (const account of ['hc3', 'rep3', 'manager2', 'distributor']) {
    const { page } = await loggedIn(account);
    await openVials(page, id);
    await expect.poll(() => rows(page, 'added')).toEqual([['6', '5 Jan 2026']]);
    expect(await heads(page, 'added')).toEqual(['Qty', 'Date']);
    expect(await heads(page, 'shipped')).toEqual(['Qty', 'Date', 'Tracking ID']);
    expect(await page.getByRole('button', { name: /vials/ }).count()).toBe(0);
    expect(await page.content()).not.toContain('A note between keepers');
  }
});

test.runIf(isLongRun)('F063 F064 a user adds and edits vial entries by keyboard alone', async () => {
  const { id } = await newPatient();
  const { page } = await loggedIn('lab2');
  await openVials(page, id);
  await cell(page, 'Add vials: Qty').focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page, 'added')).toHaveLength(1);
  await expect.poll(() => focusedName(page)).toBe('Add vials: Qty');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focusedName(page)).toMatch(/^Edit 5 vials of /);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Qty');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await rows(page, 'added'))[0]?.[0]).toBe('4');
  await expect.poll(() => focusedName(page)).toMatch(/^Edit 4 vials of /);
});

test.runIf(isLongRun)(
  'F062 F066 the panel is accessible in every look, also while it is edited and while it asks',
  async () => {
    const { id } = await newPatient(await atOtherLab(), [
      { type: 'added', quantity: 6, note: 'First passage' },
      { type: 'shipped', quantity: 2, tracking_id: '7711 0003' },
    ]);
    const { page } = await loggedIn('lab');
    await openVials(page, id);
    await expectAccessibleInEveryLook(page, 'vials', [
      {
        name: 'edit',
        open: () => edit(page, '6 vials of 5 Jan 2026'),
        close: () => page.getByRole('button', { name: 'Cancel editing' }).click(),
      },
      {
        name: 'delete',
        open: async () => {
          await page.getByRole('button', { name: 'Delete 6 vials of 5 Jan 2026' }).click();
          await modal(page).waitFor();
        },
        close: closesModal,
      },
    ]);
    await cell(page, 'Add vials: Qty').fill('0');
    await page.keyboard.press('Enter');
    await side(page, 'added').getByText('Enter 1 or more').waitFor();
    await page.getByText('Choose vials').click();
    await page.getByRole('checkbox').first().waitFor();
    await expectAccessible(page, 'vials with an error and a choice');
  },
);

test.runIf(isLongRun)('F062 F063 the added and the shipped vials are two tabs on a phone', async () => {
  const patient = await newPatient(await atOtherLab(), [{ type: 'added', quantity: 6 }]);
  const { page, token } = await loggedIn('lab', { look: looks.phone, phone: true });
  await addEntry(token, patient.id, { type: 'shipped', quantity: 1, tracking_id: '7711 0004' });
  await page.goto(`/patients/${patient.id}?tab=vials`);
  await side(page, 'added').waitFor();
  expect(await side(page, 'shipped').count()).toBe(0);
  await page.getByRole('tab', { name: 'Shipped' }).tap();
  await ship(page, '2');
  await expect.poll(() => rows(page, 'shipped')).toHaveLength(2);
  expect(await sidewaysOverflow(page)).toBe(0);
  await photograph(page, 'vials-shipped-phone', looks.phone);
});

/** The lab of new patients signs releases, so that new vials are not available there. */
async function atOtherLab() {
  const { user } = await openSession('lab');
  return { processing_lab: user.id };
}

async function openVials(page: Page, id: number): Promise<void> {
  await page.goto(`/patients/${id}?tab=vials`);
  await page.getByRole('heading', { name: 'Vials Information' }).waitFor();
  await page.getByText('Processing...').first().waitFor({ state: 'detached' });
}

type Side = 'added' | 'shipped';

function side(page: Page, type: Side): Locator {
  return page.getByRole('region', { name: `Vials ${type}` });
}

function cell(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Returns the texts of the count pills, in order. */
async function counts(page: Page): Promise<string[]> {
  return page.getByText(/^Vials (Available|Added|Shipped): \d+$/).allInnerTexts();
}

/** Returns the cell texts of each row without the actions. */
async function rows(page: Page, type: Side): Promise<string[][]> {
  const found = await side(page, type).locator('tbody tr').all();
  const texts = await Promise.all(found.map((row) => row.locator('td[data-label]').allInnerTexts()));
  return texts.filter((cells) => cells.length > 0);
}

async function heads(page: Page, type: Side): Promise<string[]> {
  return side(page, type).locator('thead th').allInnerTexts();
}

async function edit(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${entry}` }).click();
  await cell(page, 'Qty').waitFor();
}

async function remove(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${entry}` }).click();
  await modal(page).getByRole('button', { name: 'Delete' }).click();
  await modal(page).waitFor({ state: 'detached' });
}

async function ship(page: Page, quantity: string): Promise<void> {
  await cell(page, 'Ship vials: Qty').fill(quantity);
  await page.getByRole('button', { name: 'Ship vials', exact: true }).click();
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}
