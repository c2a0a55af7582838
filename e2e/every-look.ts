import type { Page } from 'playwright-core';
import { expectAccessible } from './accessible.ts';
import { everyLook, type Look, looks, photograph, wear } from './looks.ts';

/** Something that opens over a page. */
export type Overlay = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Escape, where nothing else is said. */
  close?: (page: Page) => Promise<unknown>;
  /** The looks it exists in; all of them, where nothing is said. */
  only?: 'desktop' | 'phone';
};

/**
 * Checks a page in light, dark and on a phone: closed, and with each of its overlays open. The overlays in the dark are
 * for the long run (`npm run e2e:long`): their colours are the page's.
 */
export async function expectAccessibleInEveryLook(
  page: Page,
  name: string,
  overlays: readonly Overlay[] = [],
): Promise<void> {
  for (const look of everyLook) {
    await wear(page, look);
    await photograph(page, name, look);
    await expectAccessible(page, `${name}, ${look.name}`);
    if (look.scheme === 'dark' && !process.env.LONG) continue;
    for (const overlay of overlays.filter((one) => existsIn(one, look))) {
      await overlay.open(page);
      if (look.scheme === 'light') await photograph(page, `${name}-${overlay.name}`, look);
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
