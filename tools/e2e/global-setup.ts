import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { unhurried } from '../../server/testing/servers/unhurried.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct } from '../harness/product.ts';
import { ARTIFACTS } from './page/artifacts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of the product of this run, without a trailing slash. */
    baseUrl: string;
    /** The endpoint of the one browser of this run. */
    browserEndpoint: string;
  }
}

/**
 * Starts one product with its own data and one browser for the whole run. E2E_BASE_URL selects a running demo product
 * instead, for use while writing a journey.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await rm(`${ARTIFACTS}/screenshots`, { recursive: true, force: true });
  await rm(`${ARTIFACTS}/failures`, { recursive: true, force: true });
  const running = process.env.E2E_BASE_URL;
  // Every journey signs up from the same address, and a failed one is retried (S-32).
  const settings = { ...unhurried, SIGN_UPS_PER_HOUR: '1000' };
  // Uses `npm start`'s script, because it also builds the web app if it is stale.
  const product = running ? null : await startProduct({ program: 'scripts/start.ts', settings });
  const browser = await openBrowser();
  project.provide('baseUrl', running ?? product?.baseUrl ?? '');
  project.provide('browserEndpoint', browser.wsEndpoint());

  return async () => {
    await browser.close();
    await product?.stop();
    await product?.removeData();
  };
}
