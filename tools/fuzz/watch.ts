import type { BrowserContext, Page } from 'playwright-core';

type Seen = {
  /** Elements and links that a hostile text created. */
  elements: number;
  executions: number;
  /** Requests to other hosts. */
  strangers: number;
  /** Pages that show a hostile text as plain text. */
  sightings: number;
  samples: string[];
};

export type Watch = {
  readonly seen: Seen;
  over(context: BrowserContext): Promise<void>;
  look(page: Page, where: string): Promise<void>;
};

/** Detects what a hostile text must not do in a browser. Every hostile text has `data-hostile` and calls `executed`. */
export function newWatch(): Watch {
  const seen: Seen = { elements: 0, executions: 0, strangers: 0, sightings: 0, samples: [] };
  return {
    seen,
    async over(context) {
      await context.exposeFunction('executed', () => (seen.executions += 1));
      context.on('dialog', (dialog) => {
        seen.executions += 1;
        void dialog.dismiss();
      });
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (!protocol.startsWith('http') || hostname === 'localhost' || hostname.endsWith('.localhost')) return;
        seen.strangers += 1;
        seen.samples.push(`${request.url()} was asked`);
      });
    },
    async look(page, where) {
      // A page that redirects is examined after the redirect.
      const found = await whatIsThere(page).catch(async () => {
        await page.waitForLoadState('networkidle').catch(() => undefined);
        return whatIsThere(page);
      });
      seen.elements += found.elements;
      if (found.isSeen) seen.sightings += 1;
      if (found.elements > 0) seen.samples.push(`${where}: ${found.elements} elements`);
    },
  };
}

const HOSTILE = '[data-hostile], [href^="javascript:" i], [href^="data:text" i], [src^="javascript:" i]';

async function whatIsThere(page: Page): Promise<{ elements: number; isSeen: boolean }> {
  const words = await page.locator('body').innerText();
  return { elements: await page.locator(HOSTILE).count(), isSeen: words.includes('data-hostile') };
}
