import { expect, test } from 'vitest';
import { millisecondsShown } from '../../page/bar-time.ts';
import { field, heading, modal } from '../../page/portal.ts';
import { visitor } from '../../people/person.ts';

test('F019 F020 a table has pages, case-insensitive filters and a message when nothing matches', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit');
  await heading(page, 'Tables').waitFor();
  const people = page.getByRole('navigation', { name: 'Pages of People', exact: true });
  await people.getByText('Page 1 of 5').waitFor();
  await people.getByRole('button', { name: 'Page 3' }).click();
  await people.getByText('Page 3 of 5').waitFor();
  await field(page, 'Filter People').fill('LAKESIDE');
  await people.getByText(/Page 1 of [12]/).waitFor();

  await page.goto('/dev/kit/states');
  await page.getByText('Loading users...').first().waitFor();
  await page.getByText("Empty table. There's nothing to show").first().waitFor();
});

test('F021 a success bar shows for two seconds, an error bar for three, and a form in a modal closes with its bar', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/feedback');
  for (const [button, text, least] of [
    ['Success', 'Record has been updated!', 1990],
    ['Error', 'Coupon code already exists.', 2990],
  ] as const) {
    const shown = millisecondsShown(page, text);
    await page.getByRole('button', { name: button, exact: true }).click();
    // Moves the pointer away from the bar, because hovering keeps it open.
    await page.mouse.move(0, 0);
    expect(await shown).toBeGreaterThanOrEqual(least);
  }

  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const form = modal(page, 'Add Sales Rep');
  await field(form, 'E-mail').fill('new@vialkeep.test');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Record has been created!').waitFor();
  await form.waitFor({ state: 'detached' });
});

test('F022 Escape and the overlay cancel a modal, Done confirms it, and a modal with unsaved input asks first', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/feedback');
  for (const kind of ['Plain', 'Confirm', 'Message', 'Alert']) {
    await page.getByRole('button', { name: kind, exact: true }).click();
    await modal(page).waitFor();
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: kind, exact: true }).click();
    await modal(page).waitFor();
    await page.mouse.click(10, 400);
    await modal(page).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Plain', exact: true }).click();
  await modal(page, 'Vials').getByRole('button', { name: 'Done' }).click();
  await modal(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await field(modal(page), 'E-mail').fill('half@');
  await page.keyboard.press('Escape');
  await modal(page, 'Leave without saving?').getByRole('button', { name: 'Leave', exact: true }).click();
  await modal(page).first().waitFor({ state: 'detached' });
});

test('F022 the second click of a double click does not close the modal that the first click opened', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/feedback');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await modal(page).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(300);
  expect(await modal(page).count()).toBe(1);
  await page.mouse.click(10, 400);
  await modal(page).waitFor({ state: 'detached' });
});

test('F023 a searchable select matches parts of names and ids, and says when nothing matches', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/forms');
  const patient = page.getByRole('combobox', { name: 'Patient' });
  const options = page.getByRole('listbox', { name: 'Patient' }).getByRole('option');
  expect(await patient.getAttribute('placeholder')).toBe('Select an option');
  await patient.click();
  await patient.fill('zzz');
  await page.getByText('No results found').waitFor();
  await patient.fill('2031');
  await expect.poll(() => options.count()).toBe(1);
  const [name = ''] = await options.allInnerTexts();
  await patient.fill(name.slice(1, 4).toUpperCase());
  await options.filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Escape');
});

test('F023 a select over a long list queries the server and shows the name of the chosen entry', async () => {
  const { page } = await visitor();
  await page.goto('/dev/kit/forms');
  const rep = page.getByRole('combobox', { name: 'Rep from a server' });
  const options = page.getByRole('listbox', { name: 'Rep from a server' }).getByRole('option');
  await rep.click();
  await options.filter({ hasText: 'Type to narrow down' }).waitFor();
  await rep.fill('okafor');
  await expect.poll(() => options.count()).toBe(4);
  await options.first().click();
  expect(await rep.inputValue()).toBe('#2052 · Carla Okafor · Harbor Center');
  await rep.fill('zzz');
  await options.filter({ hasText: 'No results found' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await rep.inputValue()).toBe('#2052 · Carla Okafor · Harbor Center');
});
