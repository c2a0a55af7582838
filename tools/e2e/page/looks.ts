import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { ARTIFACTS } from './artifacts.ts';

export type Look = { name: string; scheme: 'light' | 'dark'; width: number; height: number };

export const looks = {
  light: { name: 'light-1360', scheme: 'light', width: 1360, height: 850 },
  dark: { name: 'dark-1360', scheme: 'dark', width: 1360, height: 850 },
  phone: { name: 'light-390', scheme: 'light', width: 390, height: 844 },
  darkPhone: { name: 'dark-390', scheme: 'dark', width: 390, height: 844 },
  narrow: { name: 'light-320', scheme: 'light', width: 320, height: 720 },
} as const satisfies Record<string, Look>;

/** Light and dark, on a desktop and on a phone. */
export const everyLook: readonly Look[] = [looks.light, looks.dark, looks.phone, looks.darkPhone];

/** `npm run e2e:long`: everything that takes too long for every change. */
export const isLongRun = Boolean(process.env.LONG);

/**
 * The looks a screen is checked in: all of them in the long run. In the short one half of the screens are looked at in the
 * light of a desktop and half in the dark on a phone, always the same ones.
 */
export function looksFor(screen: string): readonly Look[] {
  if (isLongRun) return everyLook;
  const sum = [...screen].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [sum % 2 === 0 ? looks.light : looks.darkPhone];
}

export async function wear(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.scheme });
  await page.setViewportSize({ width: look.width, height: look.height });
  await settled(page);
}

/** Until nothing moves any more: what is half faded in is neither readable nor worth a picture. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // A spinner never ends; everything that does is waited for.
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** For people who want to look at every screen: `PICTURES=1`. */
export async function photograph(page: Page, name: string, look: Look): Promise<void> {
  if (!process.env.PICTURES) return;
  const folder = `${ARTIFACTS}/screenshots`;
  mkdirSync(folder, { recursive: true });
  await settled(page);
  await page.screenshot({ path: `${folder}/${name}-${look.name}.png` });
}

/** By how much a page is wider than its window: 0 where nobody has to scroll it sideways. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}
