import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessibleInEveryLook, type Overlay } from '../../page/every-look.ts';
import { isLongRun } from '../../page/looks.ts';
import { closesModal, field, heading, modal } from '../../page/portal.ts';
import { visitor } from '../../people/person.ts';

test('the tables of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit', 'Tables');
  const menuOf =
    (name: string): Overlay['open'] =>
    async () => {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.getByRole('menu', { name, exact: true }).waitFor();
    };
  await expectAccessibleKit(page, 'kit-tables', [
    { name: 'columns', only: 'desktop', open: menuOf('Columns') },
    { name: 'export', open: menuOf('Download CSV') },
    { name: 'state', only: 'desktop', open: menuOf('State') },
    {
      name: 'row-menu',
      open: async () => {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click();
        await page.getByRole('menuitem').first().waitFor();
      },
    },
    {
      name: 'selected',
      only: 'desktop',
      open: async () => {
        await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
        await page.getByText('10 selected').first().waitFor();
      },
    },
  ]);
});

test('the table states of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit/states', 'Table states');
  await page.getByText('Loading users...').waitFor();
  await expectAccessibleKit(page, 'kit-states');
});

// Checks every field that opens an overlay, in every look.
test('the forms of the kit are accessible', { timeout: 300_000 }, async () => {
  const page = await pageOfTheKit('/dev/kit/forms', 'Forms');
  const list = (name: string): Overlay => ({
    name: name.toLowerCase().replaceAll(' ', '-'),
    open: async () => {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('listbox', { name }).getByRole('option').first().waitFor();
    },
  });
  const calendar = (label: string): Overlay => ({
    name: label.toLowerCase().replaceAll(' ', '-'),
    open: async () => {
      await page.getByLabel(label).first().click();
      await page.locator('[role="dialog"], table').filter({ visible: true }).last().waitFor();
    },
  });
  await expectAccessibleKit(page, 'kit-forms', [
    list('Patient'),
    list('Harvest Centers'),
    list('Center of 120'),
    list('Rep from a server'),
    list('Managers from a server'),
    calendar('Received'),
    calendar('Card expiration'),
    calendar('Date Range'),
    {
      name: 'missing',
      open: async () => {
        await page.getByRole('form', { name: 'Every field' }).getByRole('button', { name: 'Submit' }).click();
        await page.getByText('fields need your attention.').first().waitFor();
      },
    },
  ]);
});

test('the feedback components of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit/feedback', 'Feedback');
  const opened = (name: string): Overlay => ({
    name: name.toLowerCase(),
    open: async () => {
      await page.getByRole('button', { name, exact: true }).click();
      await modal(page).waitFor();
    },
    close: closesModal,
  });
  await expectAccessibleKit(page, 'kit-feedback', [
    ...['Plain', 'Confirm', 'Danger', 'Message', 'Form', 'Alert', 'Show QR code'].map(opened),
    ...['Success', 'Error', 'Note'].map(
      (name): Overlay => ({
        name: name.toLowerCase(),
        open: () => page.getByRole('button', { name, exact: true }).click(),
      }),
    ),
    {
      name: 'unsaved',
      open: async () => {
        await page.getByRole('button', { name: 'Form', exact: true }).click();
        await field(modal(page), 'E-mail').fill('half@');
        await page.keyboard.press('Escape');
        await modal(page, 'Leave without saving?').waitFor();
      },
      close: () => page.getByRole('button', { name: 'Leave', exact: true }).click(),
    },
  ]);
});

test('the sample components of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit/samples', 'Samples');
  const vials = page.getByRole('button', { name: 'Vials', exact: true });
  await expectAccessibleKit(page, 'kit-samples', [
    { name: 'filtered', open: () => vials.click(), close: () => vials.click() },
  ]);
});

test('the bench parts of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit/bench', 'Bench');
  await expectAccessibleKit(
    page,
    'kit-bench',
    ['Right', 'Wrong', 'Offline'].map((name) => ({
      name: name.toLowerCase(),
      open: () => page.getByRole('button', { name, exact: true }).click(),
    })),
  );
});

test('the plots and steps of the kit are accessible', async () => {
  const page = await pageOfTheKit('/dev/kit/plots', 'Plots and steps');
  await page.locator('.recharts-surface').first().waitFor();
  await expectAccessibleKit(page, 'kit-plots', [
    {
      name: 'as-table',
      open: () => page.getByRole('button', { name: /table/i }).first().click(),
      close: () =>
        page
          .getByRole('button', { name: /plot|chart/i })
          .first()
          .click(),
    },
  ]);
});

async function pageOfTheKit(path: string, title: string): Promise<Page> {
  const { page } = await visitor();
  await page.goto(path);
  await heading(page, title).waitFor();
  return page;
}

/** Checks the kit's overlays only in the long run; every run checks the same overlays on real screens. */
function expectAccessibleKit(page: Page, name: string, overlays: readonly Overlay[] = []): Promise<void> {
  return expectAccessibleInEveryLook(page, name, isLongRun ? overlays : []);
}
