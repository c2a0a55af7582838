import type { CDPSession, Page } from 'playwright-core';

export type FirstVisit = {
  /** Transferred bytes of JavaScript, styles and fonts. */
  bytes: number;
  requests: number;
  /** JavaScript files. */
  scripts: number;
  /** Requests that began before the largest paint, the page's own included. */
  requestsBeforePaint: number;
  largestPaintMs: number;
  layoutShift: number;
  /** The reads that began before the application, and those whose answers it has not taken. */
  earlyReads: { started: number; left: readonly string[] };
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
  // The answers are there before the application, so the network can be idle while it still starts.
  await page.waitForFunction(areEarlyReadsTaken, undefined, { timeout: TAKING_MS }).catch(() => {});
  const scripts = [...kinds.values()].filter((kind) => kind === 'Script').length;
  const seen = {
    bytes,
    requests: kinds.size,
    scripts,
    ...(await page.evaluate(vitals)),
    earlyReads: await earlyReadsOf(page),
  };
  await browser.detach();
  return seen;
}

const TAKING_MS = 10_000;

/** Runs in the page. */
function areEarlyReadsTaken(): boolean {
  // @NOTE the application declares this property of its page.
  const early = (window as { earlyReads?: { answers: object } }).earlyReads;
  return Object.keys(early?.answers ?? {}).length === 0;
}

export function earlyReadsOf(page: Page): Promise<FirstVisit['earlyReads']> {
  return page.evaluate(() => {
    // @NOTE the application declares this property of its page.
    const early = (window as { earlyReads?: { started: number; answers: object } }).earlyReads;
    return { started: early?.started ?? 0, left: Object.keys(early?.answers ?? {}) };
  });
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
function vitals(): Pick<FirstVisit, 'requestsBeforePaint' | 'largestPaintMs' | 'layoutShift'> {
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
  const largestPaint = paints.at(-1)?.startTime ?? 0;
  const resources = performance.getEntriesByType('resource');
  return {
    requestsBeforePaint: 1 + resources.filter(({ startTime }) => startTime < largestPaint).length,
    largestPaintMs: Math.round(largestPaint),
    layoutShift: worst,
  };
}
