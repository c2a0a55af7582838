import { act } from '@testing-library/react';
import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { pageText, textOf } from './page-text.ts';

/** Expects each text somewhere on the page, in its content or in a field. */
export function expectTexts(...texts: readonly string[]): void {
  const page = pageText();
  for (const text of texts) expect(page).toContain(text);
}

export function expectNoTexts(...texts: readonly string[]): void {
  const page = pageText();
  for (const text of texts) expect(page).not.toContain(text);
}

/** Expects the text in a live region of this kind, where a screen reader announces it. */
export function expectAnnounced(role: 'status' | 'alert', text: string): void {
  const regions = [...document.querySelectorAll(`[role=${role}]`)].map(textOf);
  expect(regions.join('\n')).toContain(text);
}

/** Expects no WCAG 2.2 AA violation, of the rules that need neither colours nor a layout. */
export async function expectAccessible(): Promise<void> {
  const isCovered = document.querySelector('[aria-modal="true"]') !== null;
  const running = axe.run(isCovered ? { exclude: [['main']] } : document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    rules: Object.fromEntries(LEFT_TO_JOURNEYS.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  });
  let isRunning = true;
  const stop = () => {
    isRunning = false;
  };
  running.then(stop, stop);
  // axe takes its breaks by the clock, which stands still; the screen must not change meanwhile.
  await act(async () => {
    while (isRunning) await vi.advanceTimersByTimeAsync(1);
  });
  const { violations } = await running;
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}

/** They need a browser that paints, or the page around the screen. */
const LEFT_TO_JOURNEYS = ['color-contrast', 'link-in-text-block', 'target-size', 'document-title', 'html-has-lang'];
