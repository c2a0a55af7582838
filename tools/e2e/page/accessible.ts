import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './looks.ts';

const RULES: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** What light and dark can differ in. */
const COLOURS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const BARS_AWAY = 'div:has(> header), footer, [data-form-actions], [data-bottom-bar] { position: static !important; }';

/** No breach of WCAG 2.2 AA that a program can find, anywhere on the page as it is now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await breachesOn(page), `accessibility of ${what}`).toEqual([]);
}

/** What a program finds against it, in words; of colours alone, where a page has been looked at in others before. */
export async function breachesOn(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
  // What a bar at an edge covers is reached by scrolling on; half of a button beside it is not all there is of it.
  const unstuck = await page.addStyleTag({ content: BARS_AWAY });
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { runOnly: only === 'all' ? RULES : COLOURS, resultTypes: ['violations'] };
  const look = async () => (await page.evaluate(run, options)).violations;
  let violations = await look();
  if (violations.length > 0) {
    // A bar that hid itself while it was being looked at is no breach; what stays is.
    await page.locator('[data-leaving]').waitFor({ state: 'detached' });
    await settled(page);
    violations = await look();
  }
  await unstuck.evaluate((style) => style.parentNode?.removeChild(style));
  return violations.map(told);
}

/**
 * Runs on the page. What a modal covers was looked at before it was covered, and half of it under the edge of the modal
 * is no longer what it is.
 */
function run(options: RunOptions): Promise<AxeResults> {
  const isCovered = document.querySelector('[aria-modal="true"]') !== null;
  return window.axe.run(isCovered ? { exclude: [['#root']] } : document, options);
}

function told({ id, help, nodes }: AxeResults['violations'][number]): string {
  const places = nodes.map(({ target, failureSummary }) => {
    const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? '';
    return `    ${target.join(' ')}: ${why}`;
  });
  return [`${id}: ${help}`, ...places].join('\n');
}

declare global {
  interface Window {
    axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
  }
}
