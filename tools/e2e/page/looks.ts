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

/** `npm run e2e:long`: enables the checks that take too long for every change. */
export const isLongRun = Boolean(process.env.LONG);

/**
 * The looks in which a screen is checked: all of them in the long run. In the short run, a fixed half of the screens is
 * checked in light on a desktop and the other half in dark on a phone.
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

/** Waits until animations end: a half-faded element has a wrong contrast and a wrong picture. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // A spinner never ends; only finite animations are awaited.
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** Takes a screenshot if `PICTURES=1` is set. */
export async function photograph(page: Page, name: string, look: Look): Promise<void> {
  if (!process.env.PICTURES) return;
  const folder = `${ARTIFACTS}/screenshots`;
  mkdirSync(folder, { recursive: true });
  await settled(page);
  await page.screenshot({ path: `${folder}/${name}-${look.name}.png` });
}

/** Returns by how many pixels a page is wider than its window; 0 without a horizontal scroll bar. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}
