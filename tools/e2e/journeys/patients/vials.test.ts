import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, photograph, sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, modal } from '../../page/portal.ts';
import { addEntry, newPatient } from '../../people/patients.ts';
import { loggedIn } from '../../people/person.ts';

const EMPTY = "Empty table. There's nothing to show";

test('F062 available, added and shipped are the sums of the entries, and every vial has a code', async () => {
  const { id } = await newPatient({}, [
    { type: 'added', quantity: 6, note: 'First passage' },
    { type: 'added', quantity: 3 },
    { type: 'shipped', quantity: 4, date: '2026-02-01', tracking_id: '7711 0001' },
  ]);
  const { page } = await loggedIn('lab2');
  await openVials(page, id);
  expect(await counts(page)).toEqual(['Vials Available: 5', 'Vials Added: 9', 'Vials Shipped: 4']);
  expect(await page.getByText('Note: New shipments will appear after processing.').count()).toBe(1);
  expect(await rows(page, 'added')).toEqual([
    ['6', '5 Jan 2026', 'First passage'],
    ['3', '5 Jan 2026', ''],
  ]);
  expect(await rows(page, 'shipped')).toEqual([['4', '1 Feb 2026', '7711 0001', '']]);
  expect(await page.getByText('In store', { exact: true }).count()).toBe(5);

  const code = await page
    .getByRole('region', { name: 'Every vial' })
    .getByRole('row')
    .nth(1)
    .locator('td')
    .first()
    .innerText();
  await page.getByRole('button', { name: `Show QR code of ${code}` }).click();
  await modal(page, code)
    .getByRole('img', { name: `QR code of vial ${code}` })
    .waitFor();
});

test('F063 an entry with quantity zero is not sent; a new entry shows on the last page, is highlighted and persists', async () => {
  const entries = Array.from({ length: 10 }, (_, at) => ({ type: 'added' as const, quantity: at + 1 }));
  const { id } = await newPatient({}, entries);
  const { page } = await loggedIn('lab2');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await openVials(page, id);
  expect(await pageOf(page, 'added')).toBe('Page 1 of 1');
  for (const nothing of ['', '0']) {
    await cell(page, 'Add vials: Qty').fill(nothing);
    await page.getByRole('button', { name: 'Add vials', exact: true }).click();
    await side(page, 'added').getByText('Enter 1 or more').waitFor();
  }
  expect(sent).toEqual([]);

  await cell(page, 'Add vials: Qty').fill('7');
  await cell(page, 'Add vials: Date').fill('2026-03-04');
  await cell(page, 'Add vials: Note').fill('Rack B');
  await page.getByRole('button', { name: 'Add vials', exact: true }).click();
  const added = side(page, 'added').locator('tr[data-flashed]');
  await added.waitFor();
  expect(await pageOf(page, 'added')).toBe('Page 2 of 2');
  expect(await rows(page, 'added')).toEqual([['7', '4 Mar 2026', 'Rack B']]);
  expect((await counts(page))[0]).toBe('Vials Available: 62');
  expect(await cell(page, 'Add vials: Qty').inputValue()).toBe('');
  await added.waitFor({ state: 'detached' });

  await page.reload();
  await side(page, 'added').getByRole('button', { name: 'Page 2' }).click();
  expect(await rows(page, 'added')).toEqual([['7', '4 Mar 2026', 'Rack B']]);
});

test('F064 Enter saves an edited row, Escape restores it, and a click on another row asks before input is lost', async () => {
  const { id } = await newPatient({}, [
    { type: 'added', quantity: 6, note: 'First' },
    { type: 'added', quantity: 3 },
    { type: 'shipped', quantity: 2, tracking_id: '1' },
  ]);
  const { page } = await loggedIn('lab2');
  await openVials(page, id);
  await edit(page, '6 vials of 5 Jan 2026');
  await cell(page, 'Qty').fill('8');
  await cell(page, 'Note').fill('Second');
  await page.keyboard.press('Escape');
  expect((await rows(page, 'added'))[0]).toEqual(['6', '5 Jan 2026', 'First']);
  await expect.poll(() => focusedName(page)).toBe('Edit 6 vials of 5 Jan 2026');

  await edit(page, '6 vials of 5 Jan 2026');
  await cell(page, 'Qty').fill('8');
  await page.getByRole('button', { name: 'Edit 3 vials of 5 Jan 2026' }).click();
  await modal(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
  await cell(page, 'Qty').fill('0');
  await cell(page, 'Qty').press('Enter');
  await side(page, 'added').getByText('Enter 1 or more').waitFor();
  await cell(page, 'Qty').fill('8');
  await cell(page, 'Qty').press('Enter');
  await expect.poll(async () => (await rows(page, 'added'))[0]).toEqual(['8', '5 Jan 2026', 'First']);

  await edit(page, '2 vials of 5 Jan 2026');
  await cell(page, 'Tracking ID').fill('7711 0002');
  await page.getByRole('button', { name: 'Save 2 vials of 5 Jan 2026' }).click();
  await expect.poll(() => rows(page, 'shipped')).toEqual([['2', '5 Jan 2026', '7711 0002', '']]);
  expect(await counts(page)).toEqual(['Vials Available: 9', 'Vials Added: 11', 'Vials Shipped: 2']);

  await page.goto(`/patients/${id}`);
  await page.getByText('Quantity: 6 → 8').waitFor();
  await page.getByText('Tracking ID: 1 → 7711 0002').waitFor();
});

test('F065 a deleted entry disappears, also one that another user deleted, and an entry with shipped vials cannot be deleted', async () => {
  const { id } = await newPatient({}, [
    { type: 'added', quantity: 6 },
    { type: 'added', quantity: 3 },
    { type: 'added', quantity: 2 },
    { type: 'shipped', quantity: 4 },
  ]);
  const { page, expectsRefusal } = await loggedIn('lab2');
  await openVials(page, id);
  await remove(page, '3 vials of 5 Jan 2026');
  await expect.poll(() => rows(page, 'added')).toHaveLength(2);

  const other = await loggedIn('admin');
  await openVials(other.page, id);
  await remove(other.page, '2 vials of 5 Jan 2026');
  await expect.poll(() => rows(other.page, 'added')).toHaveLength(1);
  page.on('response', (answer) => {
    if (answer.status() >= 400) expectsRefusal(answer.status(), new URL(answer.url()).pathname);
  });
  await remove(page, '2 vials of 5 Jan 2026');
  await expect.poll(() => rows(page, 'added')).toHaveLength(1);

  await page.getByRole('button', { name: 'Delete 6 vials of 5 Jan 2026' }).click();
  await modal(page).getByRole('button', { name: 'Delete' }).click();
  await modal(page).getByText('4 vials are already shipped.').waitFor();
  await closesModal(page);

  await remove(page, '4 vials of 5 Jan 2026');
  await expect.poll(() => counts(page)).toEqual(['Vials Available: 6', 'Vials Added: 6', 'Vials Shipped: 0']);
});

test('F065 the patients-list role adds and edits entries, and has no delete button on shipped ones', async () => {
  const { id } = await newPatient({}, [
    { type: 'added', quantity: 6 },
    { type: 'shipped', quantity: 4 },
  ]);
  const { page } = await loggedIn('viewer');
  await openVials(page, id);
  await side(page, 'shipped').getByRole('button', { name: 'Edit 4 vials of 5 Jan 2026' }).waitFor();
  expect(
    await side(page, 'shipped')
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(0);
  expect(
    await side(page, 'added')
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(1);
});

test('F062 F066 read-only users see no notes, no actions and no row for new entries', async () => {
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

test('F066 a panel that cannot be loaded shows no counts and no rows, and a retry loads it', async () => {
  const { id } = await newPatient({}, [{ type: 'added', quantity: 6 }]);
  const { page, expectsRefusal } = await loggedIn('lab2');
  const path = `/api/v1/vials/user/${id}/`;
  expectsRefusal(503, path);
  let answers = 0;
  const hasSeenWaiting = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    await hasSeenWaiting.promise;
    return route.fulfill({ status: 503, body: 'busy' });
  });
  await page.goto(`/patients/${id}?tab=vials`);
  await side(page, 'added').getByText('Processing...').waitFor();
  hasSeenWaiting.resolve();
  await side(page, 'added').getByText(EMPTY).waitFor();
  expect(await counts(page)).toEqual(['Vials Available: 0', 'Vials Added: 0', 'Vials Shipped: 0']);
  await side(page, 'added').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows(page, 'added')).toHaveLength(1);
  expect(await side(page, 'shipped').getByText(EMPTY).count()).toBe(1);
});

test('F063 F066 when two users ship the last vial, the second is refused with the number that is left', async () => {
  const { id } = await newPatient({}, [{ type: 'added', quantity: 1 }]);
  const [first, second] = [await loggedIn('lab2'), await loggedIn('viewer')];
  await Promise.all([openVials(first.page, id), openVials(second.page, id)]);
  await ship(first.page, '1');
  await expect.poll(() => rows(first.page, 'shipped')).toHaveLength(1);

  second.expectsRefusal(409, '/api/v1/vials-history/');
  expect((await counts(second.page))[0]).toBe('Vials Available: 1');
  await ship(second.page, '1');
  await bar(second.page, 'Only 0 vials are available.').waitFor();
  await side(second.page, 'shipped').getByText('Only 0 vials are available.').waitFor();
  await expect.poll(() => counts(second.page)).toEqual(['Vials Available: 0', 'Vials Added: 1', 'Vials Shipped: 1']);
});

test('F063 a user can choose which vials are shipped', async () => {
  const { id } = await newPatient({}, [{ type: 'added', quantity: 4 }]);
  const { page } = await loggedIn('lab2');
  await openVials(page, id);
  await page.getByText('Choose vials').click();
  const boxes = page.getByRole('group', { name: 'Vials to ship' }).getByRole('checkbox');
  await boxes.nth(3).check();
  await boxes.nth(1).check();
  expect(await cell(page, 'Ship vials: Qty').inputValue()).toBe('2');
  const chosen = await page.getByRole('group', { name: 'Vials to ship' }).locator('label').allInnerTexts();
  await page.getByRole('button', { name: 'Ship vials', exact: true }).click();
  await expect.poll(() => rows(page, 'shipped')).toHaveLength(1);
  const shipped = page.getByRole('region', { name: 'Every vial' }).getByRole('row').filter({ hasText: 'Shipped' });
  const codes = await shipped.locator('td:first-child').allInnerTexts();
  expect(new Set(codes)).toEqual(new Set([chosen[1], chosen[3]]));
});

test('F063 F064 a user adds and edits vial entries by keyboard alone', async () => {
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

test('F062 F066 the panel is accessible in every look, also while it is edited and while it asks', async () => {
  const { id } = await newPatient({}, [
    { type: 'added', quantity: 6, note: 'First passage' },
    { type: 'shipped', quantity: 2, tracking_id: '7711 0003' },
  ]);
  const { page } = await loggedIn('lab2');
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
});

test('F062 F063 the added and the shipped vials are two tabs on a phone', async () => {
  const patient = await newPatient({}, [{ type: 'added', quantity: 6 }]);
  const { page, token } = await loggedIn('lab2', { look: looks.phone, phone: true });
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

async function pageOf(page: Page, type: Side): Promise<string> {
  return side(page, type)
    .getByText(/^Page \d+ of \d+$/)
    .innerText();
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
