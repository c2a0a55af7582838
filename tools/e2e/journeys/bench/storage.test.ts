import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectBenchTargets, scanCode, waitForAlert, waitForStatus } from '../../page/bench-page.ts';
import { heading } from '../../page/portal.ts';
import { newBox, openBenchTablet } from '../../people/bench-lab.ts';
import { postJson } from '../../people/calls.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, type LoggedIn } from '../../people/person.ts';

test('F166 vials are put into a box by scans alone, without focus and mouse, and taken out by keys alone', async () => {
  const tablet = await openBenchTablet();
  const { page } = tablet;
  const box = await newBox(tablet);
  const [first, second] = await storedVials(tablet);

  await page.goto('/bench/storage');
  await heading(page, 'Storage').waitFor();
  await scanCode(page, formatSymbolText({ kind: 'place', code: box.code }));
  await waitForStatus(page, 'Scan vials to fill it.');
  await scanCode(page, formatSymbolText({ kind: 'vial', code: first }));
  await waitForStatus(page, `Vial ${first} is in A1 of ${box.name}.`);
  await scanCode(page, formatSymbolText({ kind: 'vial', code: second }));
  await waitForStatus(page, `Vial ${second} is in A2 of ${box.name}.`);
  await page.getByRole('gridcell', { name: `A2, vial ${second}` }).waitFor();
  // Another system may have printed this on a vial, which only the server knows.
  tablet.expectsRefusal(400, '/api/v1/bench/place-vial/');
  await scanCode(page, 'HTTPS EXAMPLE');
  await waitForAlert(page, 'No vial here has HTTPSEXAMPLE printed on it.');

  // From the grid on only keys are pressed.
  await page.locator('[role=gridcell] button[tabindex="0"]').focus();
  await page.keyboard.press('Control+Home');
  const active = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await active()).toContain(`A1, vial ${first}`);
  await page.keyboard.press('ArrowRight');
  expect(await active()).toContain(`A2, vial ${second}`);
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('B2, empty');
  await page.keyboard.press('Enter');
  await page.getByText('Filling: the next vial goes to B2.').waitFor();
  await scanCode(page, formatSymbolText({ kind: 'vial', code: second }));
  await waitForStatus(page, `Vial ${second} is in B2 of ${box.name}. It was in A2 of ${box.name}.`);
  await page.getByRole('gridcell', { name: `B2, vial ${second}` }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForStatus(page, `Vial ${second} was taken out of B2 of ${box.name}.`);
  await expectAccessible(page, 'a box');
  await putBack(tablet, [first, second]);
});

test('a box is counted by scans, and a vial that is not found is decided before the count closes', async () => {
  const tablet = await openBenchTablet();
  const { page } = tablet;
  const box = await newBox(tablet);
  const [first, second] = await storedVials(tablet);
  for (const vial_code of [first, second]) await place(tablet, vial_code, box.code);

  await page.goto('/bench/counts');
  await heading(page, 'Stock Counts').waitFor();
  await scanCode(page, formatSymbolText({ kind: 'place', code: box.code }));
  await heading(page, `Count of ${box.name}`).waitFor();
  await scanCode(page, formatSymbolText({ kind: 'vial', code: first }));
  await waitForStatus(page, `${first}: Right`);
  await page.getByText('1 difference is undecided.').waitFor();
  await page.getByRole('button', { name: `Leave ${second}` }).click();
  await page.getByRole('textbox', { name: `Why ${second} is left` }).fill('On the bench beside the box');
  await expectAccessible(page, 'a stock count');
  await page.getByRole('button', { name: 'Close count' }).click();
  await waitForStatus(page, 'The count is closed.');
  await page.getByText('On the bench beside the box').waitFor();
  await putBack(tablet, [first, second]);
});

test('every target of the storage pages is at least 64 px high and wide, and 12 px from the next one', async () => {
  const tablet = await openBenchTablet();
  const { page } = tablet;
  const box = await newBox(tablet);
  await page.goto(`/bench/storage/${box.id}`);
  await page.getByRole('grid').waitFor();
  for (const part of [page.getByRole('group', { name: 'Ways to scan' }), page.getByRole('grid'), actionsOf(page)]) {
    await expectBenchTargets(part.locator('button, input'));
  }
  const sizes = await page
    .locator('main :is(p, li, td, th, button, label)')
    .evaluateAll((texts) =>
      texts
        .filter(({ textContent }) => textContent !== '')
        .map((text) => Number.parseFloat(getComputedStyle(text).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
});

/** Two vials of a new patient of this lab. */
async function storedVials({ token }: LoggedIn): Promise<[string, string]> {
  const { id } = await newPatient();
  const entry = { type: 'added', date: '2026-01-05', quantity: 2, user: id };
  const added = await postJson(`${baseUrl()}/api/v1/vials-history/`, entry, token);
  expect(added.status).toBe(200);
  // @NOTE the answer of a new entry.
  const [first = '', second = ''] = (added.body as { data: { codes: string[] } }).data.codes;
  return [first, second];
}

async function place({ token }: LoggedIn, vial_code: string, box_code: string): Promise<void> {
  const body = { scan_id: crypto.randomUUID(), input: 'typed', vial_code, box_code };
  expect((await postJson(`${baseUrl()}/api/v1/bench/place-vial/`, body, token)).status).toBe(200);
}

/** Leaves the box empty for the next run. */
async function putBack({ token }: LoggedIn, codes: readonly string[]): Promise<void> {
  for (const vial_code of codes) {
    await postJson(
      `${baseUrl()}/api/v1/bench/take-vial/`,
      { scan_id: crypto.randomUUID(), input: 'typed', vial_code },
      token,
    );
  }
}

function actionsOf(page: Page): Locator {
  return page.getByRole('button', { name: 'Fill', exact: true }).locator('..');
}
