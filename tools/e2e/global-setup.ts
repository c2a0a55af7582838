import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { unhurried } from '../../server/testing/servers/unhurried.ts';
import { openBrowser } from '../harness/browser.ts';
import { ARTIFACTS } from './page/artifacts.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product of this run is found, without a slash at the end. */
    baseUrl: string;
    /** Where the one browser of this run listens. */
    browserEndpoint: string;
  }
}

/**
 * One product with its own data and one browser for the whole run. While writing a journey, E2E_BASE_URL names a demo
 * product that runs already.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await rm(`${ARTIFACTS}/screenshots`, { recursive: true, force: true });
  await rm(`${ARTIFACTS}/failures`, { recursive: true, force: true });
  const running = process.env.E2E_BASE_URL;
  // S-32: every journey signs up from one address, and one that failed is walked twice.
  const settings = { ...unhurried, SIGN_UPS_PER_HOUR: '1000' };
  // The start that people use, because it also builds the web app where it is stale.
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
