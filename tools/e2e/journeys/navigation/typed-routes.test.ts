import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { routes } from '../../../harness/routes.ts';
import { heading, storedValue } from '../../page/portal.ts';
import { demoAccounts } from '../../people/accounts.ts';
import { demoPatient } from '../../people/patients.ts';
import { loggedIn, northUrl, openSession } from '../../people/person.ts';

// The test opens nearly a thousand pages; web/shell/every-plan.test.ts also checks which plan opens which page.
const TIMEOUT_MS = 900_000;

const people = [
  ...demoAccounts.map(({ account, planName }) => ({ account, who: planName, north: false })),
  { account: 'admin@north.test', who: 'Admin of a custom site', north: true },
];

const counted = { pages: 0, unauthorized: 0, logOuts: 0, consoleErrors: 0, blank: 0, refused: 0 };
afterAll(() => {
  const { pages, unauthorized, logOuts, consoleErrors, blank, refused } = counted;
  process.stdout.write(
    `${people.length} people × ${routes.length} routes: ${pages} pages opened by typing, ${unauthorized} of them led to /unauthorized; ${logOuts} log-outs, ${consoleErrors} console errors, ${blank} blank pages, ${refused} answers of 401 or 403\n`,
  );
});

test.each(people)(
  'W-02 $who opens every route by its typed address, and is neither logged out nor shown an empty page',
  {
    timeout: TIMEOUT_MS,
  },
  async ({ account, north }) => {
    const person = await loggedIn(account, north ? { site: northUrl() } : {});
    const { page, context, token, calm } = person;
    const errors = errorsOf(context);
    const refusals: string[] = [];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() === 401 || response.status() === 403) refusals.push(`${response.status()} ${pathname}`);
      // The address has a user's id, and not every plan can see that user.
      if (response.status() === 404 || response.status() === 400) person.expectsRefusal(response.status(), pathname);
      // The demo's first lab has no bench, and its pages say so.
      if (response.status() === 409 && pathname.startsWith('/api/v1/bench/')) person.expectsRefusal(409, pathname);
    });
    const wrong: string[] = [];
    for (const address of await addresses()) {
      await page.goto(address);
      const isShown = await hasContent(page);
      await calm();
      counted.pages += 1;
      if (new URL(page.url()).pathname === '/unauthorized' && address !== '/unauthorized') counted.unauthorized += 1;
      if (!isShown) {
        counted.blank += 1;
        wrong.push(`${address} is blank`);
      }
      if ((await storedValue(page, 'token')) !== token) {
        counted.logOuts += 1;
        wrong.push(`${address} logged out`);
        break;
      }
    }
    counted.consoleErrors += errors.length;
    counted.refused += refusals.length;
    expect([...wrong, ...errors, ...refusals]).toEqual([]);
  },
);

function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    // The browser logs each refused call as an error; refused calls are counted separately.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    errors.push(message.text());
  });
  return errors;
}

/** Whether the page has a heading and content below it. */
async function hasContent(page: Page): Promise<boolean> {
  const isThere = await heading(page)
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );
  return isThere && (await page.locator('body').innerText()).trim().length > 20;
}

/** Returns every route with its ids filled in, and routes with an optional id also without it. */
async function addresses(): Promise<string[]> {
  const [patient, lab, center] = await Promise.all([demoPatient('patient'), openSession('lab'), openSession('hc')]);
  const ids: Readonly<Record<string, string>> = {
    '/lab/{-$id}': String(lab.user.id),
    '/harvest-center/checkout/product/{-$id}': '12',
    '/patients/$id': String(patient),
  };
  return routes.flatMap((route) => {
    const filled = route
      .replace('$lab_id', String(lab.user.id))
      .replace('{-$harvestcenter_id}', String(center.user.id))
      .replace(/\{-\$\w+\}|\$\w+/, ids[route] ?? 'none');
    const isOptional = route.endsWith('}');
    return isOptional ? [filled, filled.slice(0, filled.lastIndexOf('/'))] : [filled];
  });
}
