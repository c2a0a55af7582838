import type { Page } from 'playwright-core';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, looksFor, photograph, wear } from './looks.ts';

/** An overlay of a page and how to open it. */
export type Overlay = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Default: Escape. */
  close?: (page: Page) => Promise<unknown>;
  /** The widths in which it exists. Default: all looks. */
  only?: 'desktop' | 'phone';
};

/** Checks a page in light and dark, on a desktop and on a phone: closed, and with each of its overlays open. */
export async function expectAccessibleInEveryLook(
  page: Page,
  name: string,
  overlays: readonly Overlay[] = [],
): Promise<void> {
  for (const look of looksFor(name)) {
    await wear(page, look);
    await photograph(page, name, look);
    await expectAccessible(page, `${name}, ${look.name}`);
    for (const overlay of overlays.filter((one) => existsIn(one, look))) {
      await overlay.open(page);
      await photograph(page, `${name}-${overlay.name}`, look);
      await expectAccessible(page, `${name} with ${overlay.name}, ${look.name}`);
      if (overlay.close) await overlay.close(page);
      else await page.keyboard.press('Escape');
    }
  }
  await wear(page, looks.light);
}

function existsIn({ only }: Overlay, look: Look): boolean {
  if (only === undefined) return true;
  return look.width < 768 === (only === 'phone');
}
