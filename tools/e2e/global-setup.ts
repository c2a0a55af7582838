import { generateKeyPairSync } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { unhurried } from '../../server/testing/servers/unhurried.ts';
import { openBrowser } from '../harness/browser.ts';
import { copyPreparedDemo, PREPARED_DEMO } from '../harness/prepared-demo.ts';
import { newDataDir, type Product, restartProduct, startProduct } from '../harness/product.ts';
import { runVerify } from '../harness/run-verify.ts';
import { ARTIFACTS } from './page/artifacts.ts';
import { DEMO_PASSWORD, emailOf } from './people/accounts.ts';
import { enrolAtBothSites, isStrict, logInWithFactor, policySettings } from './people/second-factor.ts';
import { isWithoutCommissions, switchCommissionsOff } from './without-commissions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of the product of this run, without a trailing slash. */
    baseUrl: string;
    /** The endpoint of the one browser of this run. */
    browserEndpoint: string;
    /** A folder with the data of a stopped demo; null where E2E_BASE_URL selects a running one. */
    demoData: string | null;
    /** The key of every passkey of a run under the strict policy; empty in other runs. */
    factorKey: string;
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
  const factorKey = isStrict ? newFactorKey() : '';
  const started = running ? null : await startOnDemo(factorKey);
  const browser = await openBrowser();
  project.provide('baseUrl', running ?? started?.product.baseUrl ?? '');
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('factorKey', factorKey);
  project.provide('demoData', started?.demoData ?? null);

  return async () => {
    await browser.close();
    if (started) await verifyAndRemove(started.product);
    if (started?.isOwnCopy) await rm(started.demoData, { recursive: true, force: true });
  };
}

/** Whatever the journeys did, the books of their product hold afterwards. */
async function verifyAndRemove(product: Product): Promise<void> {
  await product.stop();
  const holds = await runVerify({ settings: { ...product.settings, DATA_DIR: product.dataDir } });
  await product.removeData();
  if (!holds) throw new Error('verify found faults in the data of the journeys.');
}

type Started = { product: Product; demoData: string; isOwnCopy: boolean };

/** Tests that start a product of their own copy the demo's data: the prepared data, or that of a first start. */
async function startOnDemo(factorKey: string): Promise<Started> {
  // Every journey signs up from the same address, and a failed one is retried (S-32).
  // A charge settles while a journey waits for it.
  // Journeys receive webhooks on this machine.
  const settings = {
    ...unhurried,
    SIGN_UPS_PER_HOUR: '1000',
    SANDBOX_SETTLES_SECONDS: '30',
    WEBHOOKS_TO_PRIVATE: 'on',
    ...policySettings,
  };
  // Uses `npm start`'s script, because it also builds the web app if it is stale.
  const dataDir = newDataDir();
  const isPrepared = await copyPreparedDemo(dataDir);
  const first = await startProduct({ program: 'scripts/start.ts', settings, dataDir });
  if (isPrepared && !isStrict) return { product: first, demoData: process.env[PREPARED_DEMO] ?? '', isOwnCopy: false };
  if (isStrict) await enrolDemoPeople(first.baseUrl, factorKey);
  if (isWithoutCommissions)
    await switchCommissionsOff(first.baseUrl, await openAdministration(first.baseUrl, factorKey));
  const { exitCode, stderr } = await first.stop();
  if (exitCode !== 0) throw new Error(`The product ended with ${exitCode} when it was stopped.\n${stderr}`);
  const demoData = newDataDir();
  await cp(first.dataDir, demoData, { recursive: true });
  return { product: await restartProduct(first), demoData, isOwnCopy: true };
}

async function openAdministration(site: string, key: string): Promise<string> {
  const holder = { site, email: emailOf('super'), password: DEMO_PASSWORD, key };
  const { status, body } = await logInWithFactor(holder);
  if (status !== 200) throw new Error(`super@ cannot log in: ${status}`);
  // @NOTE the response of a successful login.
  return (body as { token: string }).token;
}

function newFactorKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Journeys run at the same time, so that those whom several of them log in are enrolled before. */
async function enrolDemoPeople(site: string, key: string): Promise<void> {
  for (const account of ENROLLED) {
    const { status } = await logInWithFactor({ site, email: emailOf(account), password: DEMO_PASSWORD, key });
    if (status !== 200) throw new Error(`${account} was not enrolled: ${status}`);
  }
  const north = site.replace('//localhost', '//north.localhost');
  for (const account of ['admin', 'hc', 'staff']) {
    await enrolAtBothSites({ site: north, email: `${account}@north.test`, password: DEMO_PASSWORD, key }, site);
  }
}

/** The demo people of the main site whose plans need a second factor, and staff. */
const ENROLLED = 'super admin viewer hc hc2 hc3 new-hc staff staff2 staff3 staff4 staff5'.split(' ');
