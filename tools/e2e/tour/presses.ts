import type { Page } from 'playwright-core';
import { modal } from '../page/portal.ts';
import type { Opening } from './stops.ts';

type Name = string | RegExp;

/** An opening by a click on the first button of this name. */
export function pressing(name: string, button: Name, ...then: readonly ((page: Page) => Promise<unknown>)[]): Opening {
  return {
    name,
    open: async (page) => {
      await press(page, button);
      for (const step of then) await step(page);
    },
  };
}

/** A modal that the first button of this name opens. */
export function modalBehind(name: string, button: Name, title?: string): Opening {
  return pressing(name, button, (page) => modal(page, title).first().waitFor());
}

/** A modal that a menu entry of a row opens. */
export function modalBehindMenu(name: string, menu: Name, entry: Name): Opening {
  return pressing(
    name,
    menu,
    (page) => page.getByRole('menuitem', { name: entry }).first().click(),
    (page) => modal(page).first().waitFor(),
  );
}

/** A part of the screen that a tab opens. */
export function tab(name: string, title: Name): Opening {
  return { name, open: (page) => page.getByRole('tab', { name: title }).click() };
}

async function press(page: Page, name: Name): Promise<void> {
  // A string must match the whole name: 'Add' is not 'Add vials'.
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click();
}
