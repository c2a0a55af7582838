import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const TARGET_PX = 64;
const GAP_PX = 12;

/** The time between two keys of a scanner. */
const KEY_MS = 5;

/**
 * Types as a scanner does: keys in quick succession, then Enter. The keys carry their times, as those of a device do: a
 * busy machine must not stretch the pauses between them.
 */
export async function scanCode(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const keys = [...text].map((key) => ({ key, text: key }));
  const ends = [...keys, { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }];
  const began = Date.now() - ends.length * KEY_MS;
  const sent = ends.flatMap((key, index) => {
    const timestamp = (began + index * KEY_MS) / 1000;
    return [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
    ];
  });
  await Promise.all(sent);
  await devtools.detach();
}

/** Waits until the page has confirmed a step in these words. */
export function waitForStatus(page: Page, text: string): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).first().waitFor();
}

/** Waits until the page has refused a step in these words. */
export function waitForAlert(page: Page, text: string): Promise<void> {
  return page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

/** Gloves need large targets, with room between them. Names the targets that are too small or too close. */
export async function expectBenchTargets(targets: Locator): Promise<void> {
  const found = await targets.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return {
        name: element.getAttribute('aria-label') ?? element.textContent ?? element.outerHTML.slice(0, 200),
        x,
        y,
        width,
        height,
      };
    }),
  );
  const boxes = found.filter(({ width }) => width > 0);
  expect(boxes.length).toBeGreaterThan(0);
  const small = boxes.filter(({ width, height }) => Math.min(width, height) < TARGET_PX);
  const close = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => gapBetween(one, other) < GAP_PX)
      .map((other) => [one.name, other.name, gapBetween(one, other)]),
  );
  expect({ small, close }).toEqual({ small: [], close: [] });
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function gapBetween(one: Box, other: Box): number {
  const across = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  const down = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height);
  return Math.max(across, down);
}
