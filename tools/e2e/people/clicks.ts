import type { Page } from 'playwright-core';

/** Counts the clicks of the user in a page, and the keys that they press, from now on. */
export async function countWork(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const work = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { countedWork: work });
    addEventListener('pointerdown', () => (work.clicks += 1), { capture: true });
    addEventListener('keydown', () => (work.keys += 1), { capture: true });
  });
  return () =>
    page.evaluate(() => {
      // @NOTE written above.
      const { countedWork } = globalThis as unknown as { countedWork: { clicks: number; keys: number } };
      return countedWork;
    });
}
