import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { knockedOutFiles } from '../../harness/knocked-out.ts';

type Options = Omit<BrowserContextOptions, 'storageState'>;
type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The contexts that finished journeys of this worker have left, by their options. */
const idle = new Map<string, BrowserContext[]>();

/**
 * A browser context that holds nothing but this storage. It can be one of an earlier journey, whose cached scripts and
 * styles make the first page a third cheaper.
 */
export async function takeContext(options: Options, storage: Storage): Promise<BrowserContext> {
  const left = idle.get(keyOf(options))?.pop();
  if (left) {
    await left.setStorageState(storage);
    return left;
  }
  const context = await (await browser()).newContext({ ...options, storageState: storage });
  await context.addInitScript((knockedOut) => Object.assign(globalThis, { knockedOut }), knockedOutFiles());
  return context;
}

/** Keeps the context for the next journey with the same options, without its pages, listeners and permissions. */
export async function giveBackContext(options: Options, context: BrowserContext): Promise<void> {
  for (const event of ['request', 'requestfinished', 'requestfailed', 'response', 'weberror', 'console'] as const) {
    await context.removeAllListeners(event, { behavior: 'wait' });
  }
  await Promise.all(context.pages().map((page) => page.close()));
  await context.clearPermissions();
  await context.setOffline(false);
  const key = keyOf(options);
  idle.set(key, [...(idle.get(key) ?? []), context]);
}

function keyOf(options: Options): string {
  return JSON.stringify([options, knockedOutFiles()]);
}

let connected: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  return (connected ??= chromium.connect(inject('browserEndpoint')));
}
