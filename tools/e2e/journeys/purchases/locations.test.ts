import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, photograph, sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { newClinic } from '../../people/buyers.ts';
import { getJson, patchJson } from '../../people/calls.ts';
import { baseUrl, type LoggedIn, loggedIn } from '../../people/person.ts';

const FORM = 'Where Are You Located?';
const NOT_ALLOWED = 'Delete not allowed';
const DEFAULT = 'You can not delete this location, select another default address before delete this location.';

test('F085 F086 F087 F088 a center adds, edits, makes the default and deletes locations on a phone', async () => {
  const { email } = await newClinic(4);
  const person = await loggedIn(email, { look: looks.phone, phone: true });
  const { page, token, expectsRefusal } = person;
  await openLocations(page);
  expect(await page.title()).toMatch(/^Locations — /);
  expect(await titles(page)).toEqual(['Front desk', 'Loading dock']);
  expect(await isDefault(page, 'Front desk')).toBe(true);
  expect(await isDefault(page, 'Loading dock')).toBe(false);

  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const form = modal(page, FORM);
  await field(form, 'Address Line 1').fill('5 Oak Street');
  await field(form, 'City').fill('Boulder');
  await field(form, 'State').fill('Colorado');
  await field(form, 'Country').fill('United States');
  // The list of suggestions would cover the button.
  await field(form, 'Address Line 1').focus();
  expect(await sidewaysOverflow(page)).toBe(0);
  await form.getByRole('button', { name: 'Save' }).tap();
  await bar(page, 'Location has been added!').waitFor();
  expect(await isDefault(page, '5 Oak Street')).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add');

  await page.getByRole('button', { name: 'Edit 5 Oak Street' }).tap();
  expect(await field(form, 'City').inputValue()).toBe('Boulder');
  await field(form, 'Location name (Optional)').fill('Annex');
  await form.getByRole('button', { name: 'Save' }).tap();
  await card(page, 'Annex').getByText('Boulder, Colorado').waitFor();
  await photograph(page, 'locations-phone', looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);

  await card(page, 'Annex').getByRole('switch', { name: 'Default' }).click();
  await bar(page, 'The default location has been changed!').waitFor();
  expect(await titles(page)).toEqual(['Annex', 'Front desk', 'Loading dock']);
  expect(await isDefault(page, 'Annex')).toBe(true);
  expect(await page.getByRole('figure').innerText()).toContain('5 Oak Street');
  const moved = (await stored(person)).filter((location) => location.default);
  expect(moved.map(({ location_name }) => location_name)).toEqual(['Annex']);

  // Another tab makes this location the default while the question is open.
  const other = (await stored(person)).find(({ location_name }) => location_name === 'Front desk');
  await page.getByRole('button', { name: 'Delete Front desk' }).tap();
  await patchJson(`${baseUrl()}/api/v1/locations/${other?.id}/`, { default: true }, token);
  expectsRefusal(400, `/api/v1/locations/${other?.id}/`);
  await modal(page).getByRole('button', { name: 'Delete' }).tap();
  await modal(page, NOT_ALLOWED).getByText(DEFAULT).waitFor();
  await closesModal(page);
  await expect.poll(() => titles(page)).toEqual(['Front desk', 'Loading dock', 'Annex']);
  await page.getByRole('button', { name: 'Delete Annex' }).tap();
  await modal(page, 'Are you sure you want to delete this location?').getByRole('button', { name: 'Delete' }).tap();
  await bar(page, 'Location has been deleted!').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Front desk', 'Loading dock']);
  expect(await page.getByText(NOT_ALLOWED).count()).toBe(0);
});

test.runIf(isLongRun)('F085 F086 F088 the screen, its form and its modals are accessible in every look', async () => {
  const { page } = await loggedIn('hc2');
  await openLocations(page);
  await card(page, 'Harbor Steps').waitFor();
  const pressed = (button: string, title: string) => async () => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await modal(page, title).waitFor();
  };
  await expectAccessibleInEveryLook(page, 'locations', [
    { name: 'form', open: pressed('Add', FORM), close: closesModal },
    {
      name: 'missing',
      open: async () => {
        await pressed('Add', FORM)();
        await modal(page).getByRole('button', { name: 'Save' }).click();
        await page.getByText('4 fields need your attention.').first().waitFor();
      },
      close: closesModal,
    },
    { name: 'edit', open: pressed('Edit Receiving dock', FORM), close: closesModal },
    { name: 'delete', open: pressed('Delete Receiving dock', 'Delete location'), close: closesModal },
    { name: 'not-allowed', open: pressed('Delete Harbor Steps', NOT_ALLOWED), close: closesModal },
  ]);
});

async function openLocations(page: Page): Promise<void> {
  await page.goto('/hc-locations');
  await heading(page, 'Locations').waitFor();
}

function card(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

async function titles(page: Page): Promise<string[]> {
  await page.getByRole('article').first().waitFor();
  return page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts();
}

/** Whether both the switch and the tag mark the location as the default. */
async function isDefault(page: Page, name: string): Promise<boolean> {
  const isOn = await card(page, name).getByRole('switch', { name: 'Default' }).isChecked();
  const hasTag = (await card(page, name).getByText('default', { exact: true }).count()) === 1;
  expect(hasTag, `the tag of ${name}`).toBe(isOn);
  return isOn;
}

async function stored({ user, token }: LoggedIn) {
  const { body } = await getJson(`${baseUrl()}/api/v1/locations/user/${user.id}/`, token);
  // @NOTE the response of this call.
  return body as { id: number; location_name: string; default: boolean }[];
}
