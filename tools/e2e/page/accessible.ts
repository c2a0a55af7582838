import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './looks.ts';

const RULES: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** The rules whose result can differ between light and dark. */
const COLOURS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const BARS_AWAY = 'div:has(> header), footer, [data-form-actions], [data-bottom-bar] { position: static !important; }';

/** Expects no WCAG 2.2 AA violation that axe can detect on the page in its current state. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const breaches = await breachesOn(page);
  // The message names the breaches, because a report shortens the compared values.
  expect(breaches, [`accessibility of ${what}`, ...breaches].join('\n')).toEqual([]);
}

/**
 * Returns the axe violations as text; 'colours' checks only colour rules, for a page already checked in another scheme.
 */
export async function breachesOn(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
  // A sticky bar covers parts that the user can scroll to; axe would measure only the visible part of a button below
  // it.
  const unstuck = await page.addStyleTag({ content: BARS_AWAY });
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { runOnly: only === 'all' ? RULES : COLOURS, resultTypes: ['violations'] };
  const look = async () => (await page.evaluate(run, options)).violations;
  let violations = await look();
  if (violations.length > 0) {
    // A bar that disappeared during the check is not a violation, so the check repeats.
    await page.locator('[data-leaving]').waitFor({ state: 'detached' });
    await settled(page);
    violations = await look();
  }
  await unstuck.evaluate((style) => style.parentNode?.removeChild(style));
  return violations.map(told);
}

/**
 * Runs in the page. Excludes the page below a modal: it was checked before, and axe would measure only its uncovered
 * parts.
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
