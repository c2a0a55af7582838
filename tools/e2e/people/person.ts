import type { SessionUser } from '@vialkeep/contract/session.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { knockedOutFiles } from '../../harness/knocked-out.ts';
import { ARTIFACTS } from '../page/artifacts.ts';
import { type Look, looks } from '../page/looks.ts';
import { NetworkIdle } from '../page/network-idle.ts';
import { PageProblems } from '../page/page-problems.ts';
import { field } from '../page/portal.ts';
import { type Account, DEMO_PASSWORD, emailOf } from './accounts.ts';
import { type Holder, holdPasskey, isStrict, logInWithFactor } from './second-factor.ts';

/** A user with a browser context of their own. */
export type Person = {
  page: Page;
  context: BrowserContext;
  /** Waits until all requests are answered. */
  calm: () => Promise<void>;
  /** Announces an expected refusal, so that it does not count as a problem. */
  expectsRefusal: (status: number, path: string) => void;
};

export type LoggedIn = Person & { user: SessionUser; token: string };

type Visit = { look?: Look; site?: string; phone?: boolean; storage?: Readonly<Record<string, string>> };

/** Opens a browser without a session, on no page yet. */
export async function visitor({
  look = looks.light,
  site = baseUrl(),
  phone,
  storage = {},
}: Visit = {}): Promise<Person> {
  const context = await (await browser()).newContext({
    baseURL: site,
    // The certificate of a fake is known to no browser.
    ignoreHTTPSErrors: site.startsWith('https:'),
    colorScheme: look.scheme,
    viewport: { width: look.width, height: look.height },
    locale: 'en-US',
    // Pages without moving parts need less of the processor.
    reducedMotion: 'reduce',
    timezoneId: 'America/Denver',
    storageState: storageOf(site, await versionOf(site), storage),
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  // A disabled screen never appears, so its journey is not given the time of a slow one.
  context.setDefaultTimeout(knockedOutFiles().length > 0 ? 15_000 : 60_000);
  await context.addInitScript((knockedOut) => Object.assign(globalThis, { knockedOut }), knockedOutFiles());
  const troubles = new PageProblems(context);
  const calm = new NetworkIdle(context);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await photographFailure(context, task.name);
    await context.close();
    troubles.throwIfAny();
  });
  return {
    context,
    page: await context.newPage(),
    calm: () => calm.come(),
    expectsRefusal: (status, path) => troubles.expect(status, path),
  };
}

/** Opens a browser with a session, on no page yet. Journeys about the login use the form instead. */
export async function loggedIn(account: Account, visit: Visit = {}): Promise<LoggedIn> {
  const site = visit.site ?? baseUrl();
  const { token, user, cookies } = await openSession(account, site);
  const person = await visitor({ ...visit, storage: { token, user: JSON.stringify(user), ...visit.storage } });
  await person.context.addCookies(cookies);
  return { ...person, token, user };
}

type OpenSession = { token: string; user: SessionUser; cookies: readonly Cookie[] };

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Opens a session with the call that the login form makes. */
export async function openSession(account: Account, site = baseUrl()): Promise<OpenSession> {
  const { status, headers, body } = await logInWithFactor(holderOf(account, site));
  if (status !== 200) throw new Error(`${emailOf(account)} cannot log in: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of a successful login.
  const opened = body as { token: string; user: SessionUser };
  return { ...opened, cookies: cookiesOf(headers['set-cookie'] ?? [], site) };
}

/** The cookie that grants access to files, and the one that marks a known browser (S-18). */
function cookiesOf(lines: readonly string[], site: string): Cookie[] {
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /; Path=([^;]+)/.exec(line)?.[1] ?? '/';
    return { name, value, domain: new URL(site).hostname, path, httpOnly: true, sameSite: 'Strict' };
  });
}

/** Logs in through the form and waits for the next page. */
export async function logInThroughTheForm(page: Page, account: Account, password = DEMO_PASSWORD): Promise<void> {
  await field(page, 'Login').fill(emailOf(account));
  await field(page, 'Password').fill(password);
  const answered = isStrict ? page.waitForResponse((response) => response.url().endsWith('/api/admin/login/')) : null;
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  if (answered) await takeSecondStep(page, holderOf(account, new URL(page.url()).origin), await answered);
}

/** Uses the passkey where the login asks for one. */
async function takeSecondStep(page: Page, holder: Holder, answered: Response): Promise<void> {
  // @NOTE a refused login has no second step.
  const { next } = (await answered.json()) as { next?: { passkey: object | null } };
  if (!next?.passkey) return;
  await holdPasskey(page, holder, next.passkey);
  await page.getByRole('button', { name: 'Use passkey' }).click();
}

export function holderOf(account: Account, site: string): Holder {
  return { site, email: emailOf(account), password: DEMO_PASSWORD, key: inject('factorKey') };
}

export function baseUrl(): string {
  return inject('baseUrl');
}

/** The URL of the demo network's custom site. */
export function northUrl(): string {
  return baseUrl().replace('//localhost', '//north.localhost');
}

let connected: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  return (connected ??= chromium.connect(inject('browserEndpoint')));
}

const versions = new Map<string, Promise<string>>();

// A new browser reloads once for the version; only the journey about versions tests that.
function versionOf(site: string): Promise<string> {
  const known = versions.get(site) ?? readVersion();
  versions.set(site, known);
  return known;
}

async function readVersion(): Promise<string> {
  const answer = await fetch(`${baseUrl()}/auth/build-version/`);
  // @NOTE the response of this call.
  const { version } = (await answer.json()) as { version: string };
  return version;
}

/** Both sites of the product have the version, because a journey that begins on one may lead to the other. */
function storageOf(site: string, version: string, storage: Visit['storage']): BrowserContextOptions['storageState'] {
  const other = site.includes('//north.') ? site.replace('//north.', '//') : site.replace('//', '//north.');
  return {
    cookies: [],
    origins: [
      { origin: site, localStorage: itemsOf({ 'build-version': version, ...storage }) },
      { origin: other, localStorage: itemsOf({ 'build-version': version }) },
    ],
  };
}

function itemsOf(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

async function photographFailure(context: BrowserContext, test: string): Promise<void> {
  const name = test.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
  const pages = context
    .pages()
    .map((page, index) => page.screenshot({ path: `${ARTIFACTS}/failures/${name}-${index}.png` }));
  await Promise.allSettled(pages);
}
