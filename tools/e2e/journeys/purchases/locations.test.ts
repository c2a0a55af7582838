import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, photograph, sidewaysOverflow } from '../../page/looks.ts';
import { bar, closesModal, field, heading, mainMenu, modal } from '../../page/portal.ts';
import { getJson, patchJson } from '../../people/calls.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

const FORM = 'Where Are You Located?';
const NOT_ALLOWED = 'Delete not allowed';
const ONLY = 'You only have one address, you need at least one address on your account.';
const DEFAULT = 'You can not delete this location, select another default address before delete this location.';

test('F085 the menu leads to the locations, the default first with its tag and a shipping label of it', async () => {
  const { page } = await loggedIn('hc');
  await page.goto('/dashboard');
  await mainMenu(page).getByRole('button', { name: 'Account' }).click();
  await mainMenu(page).getByRole('link', { name: 'Locations', exact: true }).click();
  await heading(page, 'Locations').waitFor();
  expect(await page.title()).toMatch(/^Locations — /);

  expect(await titles(page)).toEqual(['Main clinic', 'Surgery center', '1190 Canyon Boulevard']);
  const main = card(page, 'Main clinic');
  for (const line of ['845 Flatiron Parkway', 'Suite 210', 'Boulder, Colorado, 80301', 'United States', 'default']) {
    expect(await main.innerText()).toContain(line);
  }
  expect(await page.getByText('default', { exact: true }).count()).toBe(1);
  expect(await page.getByRole('figure').innerText()).toMatch(
    /Stein Regenerative Clinic\s+Main clinic\s+845 Flatiron Parkway\s+Suite 210\s+Boulder, Colorado 80301\s+UNITED STATES/,
  );
});

test('F085 a patient with tag 1 has the page, and one without has no link to it', async () => {
  const { page } = await loggedIn('patient');
  await openLocations(page);
  expect(await titles(page)).toEqual(['Home']);
  const without = await loggedIn('patient2');
  await without.page.goto('/profile');
  await mainMenu(without.page).getByRole('button', { name: 'Account' }).waitFor();
  expect(await mainMenu(without.page).getByText('Locations').count()).toBe(0);
});

test('F085 an administrator who views a center sees its locations without actions', async () => {
  const { user } = await openSession('hc2');
  const { page } = await loggedIn('admin', { storage: { user: JSON.stringify(user) } });
  await openLocations(page);
  expect(await titles(page)).toEqual(['Harbor Steps', 'Receiving dock']);
  expect(await page.getByRole('switch').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
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

test('F086 the form opens after one second; the first location becomes the default, the next does not', async () => {
  const { page } = await loggedIn('rhc2');
  await openLocations(page);
  await page.getByText('You have not added an address.').waitFor();
  await expectAccessible(page, 'no locations');

  expect(await millisecondsToForm(page)).toBeGreaterThanOrEqual(990);
  const form = modal(page, FORM);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Address Line 1 is required.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('address1');
  await form.getByText('LEAVE BLANK IF THIS DOES NOT APPLY TO YOUR COUNTRY').waitFor();
  await fillAddress(form, { line1: '14 Tanner Street', city: 'Portland', state: 'Oregon', country: 'United States' });
  await form.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Location has been added!').waitFor();
  expect(await isDefault(page, '14 Tanner Street')).toBe(true);
  await expect.poll(() => focusedName(page)).toBe('Add');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await field(form, 'Location name (Optional)').fill('Annex');
  await fillAddress(form, { line1: '2 Mill Lane', city: 'Salem', state: 'Oregon', country: 'United States' });
  await field(form, 'Postal Code').fill('97301');
  await form.getByRole('button', { name: 'Save' }).click();
  await card(page, 'Annex').getByText('Salem, Oregon, 97301').waitFor();
  expect(await isDefault(page, 'Annex')).toBe(false);
  expect(await titles(page)).toEqual(['14 Tanner Street', 'Annex']);
});

test('F086 the same form opens at once for an edit and asks before typed input is lost', async () => {
  const { page } = await loggedIn('hc');
  await openLocations(page);
  await page.getByRole('button', { name: 'Edit Surgery center' }).click();
  const form = modal(page, FORM);
  expect(await field(form, 'Address Line 1').inputValue()).toBe('48 Wynkoop Plaza');
  await field(form, 'Address Line 2').fill('Level 3');
  await page.keyboard.press('Escape');
  await modal(page, 'Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await bar(page, 'Location has been updated!').waitFor();
  await card(page, 'Surgery center').getByText('Level 3').waitFor();
  await page.reload();
  await card(page, 'Surgery center').getByText('Level 3').waitFor();
});

test('F087 the switch moves the default at once, and turning it off says why it stays', async () => {
  const person = await loggedIn('hc3');
  const { page } = person;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await openLocations(page);
  await turn(page, 'South Congress office');
  await bar(page, 'The default location has been changed!').waitFor();
  expect(await titles(page)).toEqual(['South Congress office', 'Barton Creek']);
  expect(await isDefault(page, 'South Congress office')).toBe(true);
  expect(await isDefault(page, 'Barton Creek')).toBe(false);
  expect(await page.getByRole('figure').innerText()).toContain('1804 Congress Row');
  const moved = (await stored(person)).filter((location) => location.default);
  expect(moved.map(({ location_name }) => location_name)).toEqual(['South Congress office']);
  expect(sent).toEqual([`PATCH /api/v1/locations/${moved[0]?.id}/`, 'POST /api/v1/locations/update-default/']);

  await turn(page, 'South Congress office');
  await bar(page, 'There is always one default location. Turn on another one instead.').waitFor();
  await expect.poll(() => isDefault(page, 'South Congress office')).toBe(true);

  await turn(page, 'Barton Creek');
  await expect.poll(() => titles(page)).toEqual(['Barton Creek', 'South Congress office']);
});

test('F088 the only location and the default cannot be deleted, each with its reason', async () => {
  const { page } = await loggedIn('rhc');
  await openLocations(page);
  await page.getByRole('button', { name: 'Delete Lakeside' }).click();
  await modal(page, NOT_ALLOWED).getByText(ONLY).waitFor();
  await closesModal(page);

  const center = await loggedIn('hc');
  await openLocations(center.page);
  await center.page.getByRole('button', { name: 'Delete Main clinic' }).click();
  await modal(center.page, NOT_ALLOWED).getByText(DEFAULT).waitFor();
  await modal(center.page).getByRole('button', { name: 'Close' }).last().click();
  await card(center.page, 'Main clinic').waitFor();
});

test('F088 another location is deleted after a question, unless it has become the default meanwhile', async () => {
  const person = await loggedIn('staff');
  const { page, expectsRefusal, token } = person;
  await openLocations(page);
  for (const street of ['1 North Road', '2 South Road']) {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fillAddress(modal(page, FORM), {
      line1: street,
      city: 'Boulder',
      state: 'Colorado',
      country: 'United States',
    });
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await card(page, street).waitFor();
  }
  const remove = async (street: string) => {
    await page.getByRole('button', { name: `Delete ${street}` }).click();
    await modal(page, 'Are you sure you want to delete this location?').getByRole('button', { name: 'Delete' }).click();
  };
  await remove('1 North Road');
  await bar(page, 'Location has been deleted!').waitFor();
  expect(await titles(page)).toEqual(['16 Pearl Court', '2 South Road']);

  const other = (await stored(person)).find(({ address1 }) => address1 === '2 South Road');
  await page.getByRole('button', { name: 'Delete 2 South Road' }).click();
  await patchJson(`${baseUrl()}/api/v1/locations/${other?.id}/`, { default: true }, token);
  expectsRefusal(400, `/api/v1/locations/${other?.id}/`);
  await modal(page).getByRole('button', { name: 'Delete' }).click();
  await modal(page, NOT_ALLOWED).getByText(DEFAULT).waitFor();
  await closesModal(page);
  expect(await titles(page)).toEqual(['2 South Road', '16 Pearl Court']);
  await remove('16 Pearl Court');
  await expect.poll(() => titles(page)).toEqual(['2 South Road']);
  expect(await page.getByText(NOT_ALLOWED).count()).toBe(0);
});

test('F085 F086 F087 F088 locations can be added, edited, made the default and deleted on a phone', async () => {
  const { page } = await loggedIn('staff2', { look: looks.phone, phone: true });
  await openLocations(page);
  for (const street of ['5 Oak Street', '6 Elm Street']) {
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const form = modal(page, FORM);
    await fillAddress(form, { line1: street, city: 'Boulder', state: 'Colorado', country: 'United States' });
    expect(await sidewaysOverflow(page)).toBe(0);
    await form.getByRole('button', { name: 'Save' }).tap();
    await card(page, street).waitFor();
  }
  await photograph(page, 'locations-phone', looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await turn(page, '6 Elm Street');
  await expect.poll(() => titles(page)).toEqual(['6 Elm Street', '5 Oak Street']);
  await page.getByRole('button', { name: 'Delete 5 Oak Street' }).tap();
  await modal(page).getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => titles(page)).toEqual(['6 Elm Street']);
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

async function turn(page: Page, name: string): Promise<void> {
  await card(page, name).getByRole('switch', { name: 'Default' }).click();
}

type Address = { line1: string; city: string; state: string; country: string };

async function fillAddress(form: Locator, { line1, city, state, country }: Address): Promise<void> {
  await field(form, 'Address Line 1').fill(line1);
  await field(form, 'City').fill(city);
  await field(form, 'State').fill(state);
  await field(form, 'Country').fill(country);
  // The list of suggestions would cover the button.
  await field(form, 'Address Line 1').focus();
}

/** Measures with the page's own clock, which a slow machine does not distort. */
function millisecondsToForm(page: Page): Promise<number> {
  return page.getByRole('button', { name: 'Add', exact: true }).evaluate(
    (button: HTMLButtonElement) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        new MutationObserver(() => {
          if (document.querySelector('[aria-modal="true"]')) resolve(performance.now() - started);
        }).observe(document.body, { childList: true, subtree: true });
        button.focus();
        button.click();
      }),
  );
}

function focusedName(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent ?? undefined);
}

async function stored({ user, token }: LoggedIn) {
  const { body } = await getJson(`${baseUrl()}/api/v1/locations/user/${user.id}/`, token);
  // @NOTE the response of this call.
  return body as { id: number; location_name: string; address1: string; default: boolean }[];
}
