import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { z } from 'zod';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { startDemo } from '../../harness/product.ts';
import { type Answered, ask, type DemoAccount, logInAccounts } from './demo-accounts.ts';
import { differencesOf } from './differences.ts';
import { prepareVersion } from './version-folder.ts';

/**
 * Compares the answers of this version with those of an earlier one, named by a commit or by a folder with an installed
 * checkout. The earlier version makes its demo network and answers; then this version takes over the same database, as
 * in an upgrade, and answers the same calls of the same sessions. Every account makes every reading call that both
 * versions have, about a sample of records. Each call that differs is printed once, with the places that differ.
 */
const {
  positionals: [other],
} = parseArgs({ allowPositionals: true });
if (other === undefined) throw new Error('Name a commit or a folder: npm run answers:against -- f68cb74');

/** The records of reading, to which the calls of this program add. */
const NOT_COMPARED: readonly string[] = ['listAccess', 'listOwnAccess'];

/** Accounts that calls ask about, of different plans and labs. */
const ASKED_ABOUT = 'patient patient2 patient10 hc hc2 rhc2 staff lab lab2 rep manager distributor'
  .split(' ')
  .map((key) => `${key}@vialkeep.test`);
/** The number of ids that are taken from a list. */
const LISTED = 3;
/** Public calls are limited for each network. */
const MOST_PUBLIC = 2;
const MEMBERSHIPS = [2, 4];
/** Enough for the jobs of a new demo network, which send and seal its documents. */
const SETTLING_MS = 20_000;

const Listed = z.array(z.looseObject({ id: z.number() }));
const Parts = z.record(z.string(), z.unknown());
const Catalogue = z.object({
  catalogue: z.array(z.object({ route: z.object({ method: z.string(), path: z.string() }) })),
});

type Question = { readonly name: string; readonly account: DemoAccount | null; readonly path: string };

const earlier = prepareVersion(other);
try {
  const calls = await listCallsOfBoth(earlier.folder);
  const { close } = await onOwnDatabase('answers', async ({ settings, tables }) => {
    const quiet = { ...settings, LOG_LEVEL: 'fatal' };
    const before = await startDemo(quiet, [], earlier.folder);
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    const accounts = await tables((owner) => logInAccounts(owner, before.port));
    console.log(`${accounts.length} accounts, ${calls.length} calls`);
    const answers = await askAll(before.port, calls, accounts);
    await before.stop();
    const now = await startDemo(quiet);
    await compare(now.port, answers);
    await now.stop();
    return {};
  });
  await close();
} finally {
  earlier.remove();
}

/** The reading calls of this version without files that the other version has under the same path. */
async function listCallsOfBoth(folder: string): Promise<NamedRoute[]> {
  const theirs = Catalogue.parse(await import(pathToFileURL(join(folder, 'contract/catalogue.ts')).href));
  const paths = new Set(theirs.catalogue.filter(({ route }) => route.method === 'GET').map(({ route }) => route.path));
  return catalogue
    .filter(({ route }) => route.method === 'GET' && !route.alsoPost && !route.answersFile && paths.has(route.path))
    .filter(({ name }) => !NOT_COMPARED.includes(name));
}

/** A visitor makes the public calls, every account all others. */
async function askAll(
  port: number,
  calls: readonly NamedRoute[],
  accounts: readonly DemoAccount[],
): Promise<Map<Question, Answered>> {
  const answers = new Map<Question, Answered>();
  const sample = ASKED_ABOUT.flatMap((email) => accounts.find((one) => one.email === email)?.id ?? []);
  for (const account of [null, ...accounts]) {
    for (const { name, route } of calls.filter((call) => (call.route.access === 'public') === (account === null))) {
      const listed = await readListedIds(port, account, route.path);
      const ids = [...new Set([...(account ? [account.id] : []), ...sample, ...listed, 1])];
      for (const path of pathsOf(route, ids).slice(0, account ? undefined : MOST_PUBLIC)) {
        const answered = await ask(port, account, path);
        answers.set({ name, account, path }, answered);
        // The plan never may make this call, whatever it asks about.
        if (answered.status === 403) break;
      }
    }
  }
  return answers;
}

async function compare(port: number, answers: ReadonlyMap<Question, Answered>): Promise<void> {
  const differing = new Map<string, Map<string, string>>();
  const statuses = new Map<number, number>();
  for (const [{ name, account, path }, before] of answers) {
    const now = await ask(port, account, path);
    statuses.set(now.status, (statuses.get(now.status) ?? 0) + 1);
    const places = differing.get(name) ?? new Map<string, string>();
    for (const { at, before: old, now: recent } of differencesOf(before, now)) {
      const words = `${old.slice(0, 240)} → ${recent.slice(0, 240)} (${account?.email ?? 'a visitor'}, ${path})`;
      if (!places.has(at)) places.set(at, words);
    }
    if (places.size > 0) differing.set(name, places);
  }
  const told = [...statuses].toSorted(([one], [two]) => one - two).map(([status, times]) => `${status} ${times}`);
  console.log(`${answers.size} answers compared (${told.join(', ')}); calls that differ: ${differing.size}`);
  for (const [name, places] of differing) {
    console.log(name);
    for (const [at, words] of places) console.log(`  ${at}: ${words}`);
  }
}

/** The first ids of the list that a call about one record belongs to. */
async function readListedIds(port: number, account: DemoAccount | null, path: string): Promise<number[]> {
  const start = `${path.split('/:')[0]}/`;
  const list = catalogue.find(({ route }) => route.method === 'GET' && route.path === start && start !== path);
  if (!list) return [];
  const { body } = await ask(port, account, start);
  const lists = [body, ...Object.values(Parts.safeParse(body).data ?? {})];
  const ids = lists.flatMap((one) => Listed.safeParse(one).data ?? []).map(({ id }) => id);
  return ids.slice(0, LISTED);
}

/** The paths of a call with each id, a second one beside it, and the memberships that its query needs. */
function pathsOf({ path, query }: NamedRoute['route'], ids: readonly number[]): string[] {
  const month = new Date().toISOString().slice(0, 7);
  const [first, second] = path.match(/:\w+/g) ?? [];
  const others = second === ':month' ? [month] : ids;
  const withFirst = first === undefined ? [path] : ids.map((id) => path.replace(first, String(id)));
  const paths =
    second === undefined
      ? withFirst
      : withFirst.flatMap((one) => others.map((value) => one.replace(second, String(value))));
  const needed =
    query instanceof z.ZodObject ? Object.entries(query.shape).filter(([, shape]) => !isOptional(shape)) : [];
  if (needed.length === 0) return paths;
  return paths.flatMap((one) =>
    MEMBERSHIPS.map((plan) => `${one}?${needed.map(([name]) => `${name}=${plan}`).join('&')}`),
  );
}

function isOptional(shape: unknown): boolean {
  return shape instanceof z.ZodType && shape.safeParse(undefined).success;
}
