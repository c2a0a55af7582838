import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { millisecondsShown } from '../../page/bar-time.ts';
import { settled } from '../../page/looks.ts';
import { field, heading, modal } from '../../page/portal.ts';
import { visitor } from '../../people/person.ts';

test('F019 F020 F023 a table has pages and filters that ignore case, and a select finds entries here and on the server', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit');
  await heading(page, 'Tables').waitFor();
  const people = page.getByRole('navigation', { name: 'Pages of People', exact: true });
  await people.getByText('Page 1 of 5').waitFor();
  await people.getByRole('button', { name: 'Page 3' }).click();
  await people.getByText('Page 3 of 5').waitFor();
  await field(page, 'Filter People').fill('LAKESIDE');
  await people.getByText(/Page 1 of [12]/).waitFor();
  await field(page, 'Filter People').fill('nothing like that');
  await page.getByText("Empty table. There's nothing to show").first().waitFor();

  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await heading(page, 'Forms').waitFor();
  const patient = page.getByRole('combobox', { name: 'Patient' });
  const options = optionsOf(page, 'Patient');
  expect(await patient.getAttribute('placeholder')).toBe('Select an option');
  await patient.click();
  await patient.fill('2031');
  await expect.poll(() => options.count()).toBe(1);
  const [name = ''] = await options.allInnerTexts();
  await patient.fill(name.slice(1, 4).toUpperCase());
  await options.filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Escape');

  const rep = page.getByRole('combobox', { name: 'Rep from a server' });
  const found = optionsOf(page, 'Rep from a server');
  await rep.click();
  await found.filter({ hasText: 'Type to narrow down' }).waitFor();
  await rep.fill('okafor');
  await expect.poll(() => found.count()).toBe(4);
  await found.first().click();
  expect(await rep.inputValue()).toBe('#2052 · Carla Okafor · Harbor Center');
  await rep.fill('zzz');
  await found.filter({ hasText: 'No results found' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await rep.inputValue()).toBe('#2052 · Carla Okafor · Harbor Center');
});

test('F021 F022 bars close by themselves, and a modal closes by Escape, overlay, Done or success, but not by a double click', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/feedback');
  const shown = millisecondsShown(page, 'Record has been updated!');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  // Moves the pointer away from the bar, because hovering keeps it open.
  await page.mouse.move(0, 0);
  expect(await shown).toBeGreaterThanOrEqual(1990);

  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await modal(page).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled(page);
  expect(await modal(page).count()).toBe(1);
  await page.mouse.click(10, 400);
  await modal(page).waitFor({ state: 'detached' });

  for (const kind of ['Plain', 'Confirm', 'Alert']) {
    await page.getByRole('button', { name: kind, exact: true }).click();
    await modal(page).waitFor();
    await page.mouse.click(10, 400);
    await modal(page).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Plain', exact: true }).click();
  await modal(page).waitFor();
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Plain', exact: true }).click();
  await modal(page, 'Vials').getByRole('button', { name: 'Done' }).click();
  await modal(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const form = modal(page, 'Add Sales Rep');
  await field(form, 'E-mail').fill('new@vialkeep.test');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Record has been created!').waitFor();
  await form.waitFor({ state: 'detached' });
});

function optionsOf(page: Page, name: string): Locator {
  return page.getByRole('listbox', { name }).getByRole('option');
}
