import type { CDPSession, Page } from 'playwright-core';

export type FirstVisit = {
  /** Transferred bytes of JavaScript, styles and fonts. */
  bytes: number;
  requests: number;
  largestPaintMs: number;
  layoutShift: number;
};

const WEIGHED = ['Script', 'Stylesheet', 'Font'];

/** Measures what it costs to open a page in a browser with an empty cache. */
export async function firstVisit(page: Page, open: () => Promise<void>): Promise<FirstVisit> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  let bytes = 0;
  browser.on('Network.requestWillBeSent', ({ requestId, type = '' }) => kinds.set(requestId, type));
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (WEIGHED.includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength;
  });
  await open();
  const seen = { bytes, requests: kinds.size, ...(await page.evaluate(vitals)) };
  await browser.detach();
  return seen;
}

/** Emulates a mid-range phone: a CPU four times slower than this machine, over fast 4G as browsers define it. */
export async function asOnAPhone(page: Page): Promise<void> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 165,
    downloadThroughput: 1_012_500,
    uploadThroughput: 168_750,
  });
}

/** Runs in the page. */
function vitals(): { largestPaintMs: number; layoutShift: number } {
  const entries = (type: string) => {
    const observer = new PerformanceObserver(() => {});
    // A buffered observer holds the earlier entries at once, so nothing has to be waited for.
    observer.observe({ type, buffered: true });
    return observer.takeRecords();
  };
  const paints = entries('largest-contentful-paint');
  // @NOTE the browser's own entry type, which the DOM type library does not have yet.
  const shifts = entries('layout-shift') as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
  // Cumulative layout shift as browsers define it: the worst session window, at most 5 s long with gaps below 1 s,
  // without shifts after user input.
  let [began, last, sum, worst] = [0, 0, 0, 0];
  for (const { startTime, value } of shifts.filter(({ hadRecentInput }) => !hadRecentInput)) {
    if (startTime - last > 1000 || startTime - began > 5000) [began, sum] = [startTime, 0];
    [last, sum] = [startTime, sum + value];
    worst = Math.max(worst, sum);
  }
  return { largestPaintMs: Math.round(paints.at(-1)?.startTime ?? 0), layoutShift: worst };
}
