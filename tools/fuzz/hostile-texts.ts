import { Plan } from '@vialkeep/contract/plans.ts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { openBrowser } from '../harness/browser.ts';
import { menuOfToday, pathsOf } from '../harness/documented-menus.ts';
import { report } from '../harness/report.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { Callers } from './callers.ts';
import { Client } from './client.ts';
import { Network } from './network.ts';
import { plantTexts } from './seed-texts.ts';
import { startTarget } from './target.ts';
import { newWatch, type Watch } from './watch.ts';

/**
 * Seeds script and HTML injections into every text column that users fill in, then opens every page as a caller of
 * every plan; `--only 4` selects one plan (T52).
 */
const TIMEOUT_MS = 60_000;
/** The pages of money, which no menu has. */
const moneyPages = [
  '/money/overview',
  '/money/refunds',
  '/money/commissions',
  '/money/payouts',
  '/money/plans',
  '/money/storage',
  '/money/reconciliation',
  '/money/journal',
  '/money/settings',
];
const only = process.argv.indexOf('--only') < 0 ? null : process.argv[process.argv.indexOf('--only') + 1];

const target = await startTarget();
const server = await openBrowser();
const browser = await chromium.connect(server.wsEndpoint());
const client = new Client(target.url, TIMEOUT_MS);
const callers = new Callers(target, client);
const watch = newWatch();
const unopened: string[] = [];
let visits = 0;
try {
  await callers.logIn();
  const network = new Network(new SeededRandom(1), []);
  const planted = await target.tables(async (owner) => {
    await network.look(owner);
    return plantTexts(owner);
  });
  const asked = callers.names.filter((name) => only === null || name === only);
  for (const caller of asked) {
    const context = await browser.newContext({ baseURL: buildCallerUrl(caller) });
    await watch.over(context);
    await remember(context, caller);
    const page = await context.newPage();
    for (const path of pathsFor(caller, network)) {
      visits += 1;
      await open(page, path)
        .then(() => watch.look(page, `${caller} at ${path}`))
        .catch((problem: unknown) => unopened.push(`${caller} at ${path}: ${String(problem).slice(0, 120)}`));
    }
    await context.close();
  }
  await judgeHostileTexts(planted, asked.length, await watchVulnerablePage());
} finally {
  client.close();
  await browser.close();
  await server.close();
  await target.close();
}

function buildCallerUrl(caller: string): string {
  const { host } = callers.headersOf(caller);
  return target.url.replace('127.0.0.1', host ?? 'localhost');
}

/** Stores the login as the web app does. */
async function remember(context: BrowserContext, caller: string): Promise<void> {
  const { token, user } = callers.openedBy(caller);
  const kept = Object.entries({ token, user: JSON.stringify(user) });
  const lines = kept.map(([name, value]) => `localStorage.setItem('${name}', ${JSON.stringify(value)});`);
  await context.addInitScript({ content: lines.join('') });
}

/** The pages of money that a plan has. */
function moneyPagesOf(plan: Plan): readonly string[] {
  if (plan === Plan.admin || plan === Plan.superAdmin) return moneyPages;
  return plan === Plan.generalMember ? ['/billing'] : ['/my-commissions'];
}

/** Returns every page of the plan's menus and of money, the pages that all users have, and the record of a patient. */
function pathsFor(caller: string, network: Network): readonly string[] {
  const { user } = callers.openedBy(caller);
  const menu = pathsOf(menuOfToday(user.subscription.id, user.tags));
  const patient = `/patients/${network.idOf('patient', user.id)}`;
  return [
    ...new Set([
      ...menu,
      ...moneyPagesOf(user.subscription.id),
      '/dashboard',
      '/profile',
      '/settings',
      '/contact',
      patient,
    ]),
  ];
}

async function open(page: Page, path: string): Promise<void> {
  const go = () => page.goto(path, { waitUntil: 'load', timeout: TIMEOUT_MS });
  // On its first visit a browser may reload for a new version, which aborts the navigation.
  await go().catch(go);
  await page.waitForLoadState('networkidle', { timeout: TIMEOUT_MS }).catch(() => undefined);
}

/** Runs the same checks on a vulnerable page: all three findings must occur. */
async function watchVulnerablePage(): Promise<Watch['seen']> {
  const control = newWatch();
  const context = await browser.newContext();
  await control.over(context);
  const page = await context.newPage();
  await page.setContent('<p data-hostile>x</p><a href="javascript:executed()">x</a><img src=x onerror="executed()">');
  await page.setContent('<p data-hostile>x</p><img src="http://elsewhere.test/x.png">', { waitUntil: 'commit' });
  await page.waitForTimeout(1_000);
  await control.look(page, 'control');
  await context.close();
  return control.seen;
}

async function judgeHostileTexts(planted: number, people: number, control: Watch['seen']): Promise<void> {
  const { elements, executions, strangers, sightings, samples } = watch.seen;
  for (const sample of [...samples, ...unopened].slice(0, 20)) console.log(`  ${sample}`);
  report(
    { 'columns with hostile texts': planted, people, 'pages opened': visits, 'pages that show such a text': sightings },
    {
      'no text became part of a page': elements === 0,
      'nothing ran': executions === 0,
      'no other host was asked': strangers === 0,
      'every page opened': unopened.length === 0,
      'the texts were seen': sightings > people,
      'the planted page was seen through': control.elements > 0 && control.executions > 0 && control.strangers > 0,
    },
  );
}
