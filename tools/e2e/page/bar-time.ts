import type { Page } from 'playwright-core';

/**
 * Measures how long a bar with this text is visible, with the page's own clock, which a busy machine does not distort.
 * Must be called before the bar appears.
 */
export function millisecondsShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let since: number | null = null;
        new MutationObserver((_, observer) => {
          const isShown = [...document.querySelectorAll('[data-tone]')].some((bar) =>
            bar.textContent?.includes(wanted),
          );
          if (isShown) since ??= performance.now();
          if (isShown || since === null) return;
          observer.disconnect();
          resolve(performance.now() - since);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
}
