import * as react from 'react';
import { vi } from 'vitest';
import { writtenSite } from '../kernel/testing/browser.ts';

// Runs before the screens are imported, because the kernel reads the site when it is loaded. Files share the page.
if (!document.getElementById('site')) {
  const site = document.createElement('script');
  site.type = 'application/json';
  site.id = 'site';
  site.textContent = JSON.stringify(writtenSite);
  document.head.append(site);
}

// React then reports a change of state that a test did not wait for.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

// React then makes no stack trace for each element, which takes a tenth of the time and which no test reads.
// @NOTE the counter of stack traces is not part of React's types; from 10,000 on it makes no further one.
const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => {},
  configurable: true,
});

// What jsdom does not have, because it lays nothing out: a desktop window in which nothing ever scrolls or resizes.
vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('min-width') || query === '(pointer: fine)',
    media: query,
    addListener: () => {},
    removeListener: () => {},
  }),
);

class NothingToObserve {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NothingToObserve);
vi.stubGlobal('IntersectionObserver', NothingToObserve);
vi.stubGlobal('scrollTo', () => {});
Element.prototype.scrollIntoView = () => {};
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
HTMLCanvasElement.prototype.getContext = () => null;

// No style sheet is loaded, and without one jsdom still weighs every rule of its own for every element.
const unseen = document.createElement('div').style;
unseen.display = 'none';
const styleOf = (element: HTMLElement) =>
  element.closest('[hidden], head, script, style, template') ? unseen : element.style;
vi.stubGlobal('getComputedStyle', styleOf);
Object.assign(document.defaultView ?? {}, { getComputedStyle: styleOf });
