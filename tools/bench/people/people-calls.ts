import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { residentMiB } from '../process-figures.ts';
import type { Asker, Crowd } from './people-scene.ts';

const USERS = '/api/admin/users/';
const PATIENTS = '/api/admin/users/lab/';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The measured requests, by what a user does. The counts give the offsets of the middle and the last page. */
export const calls: Readonly<Record<string, (counts: Counts) => Question>> = {
  'first page': () => ({ query: '' }),
  'a page in the middle': ({ all }) => ({ query: `offset=${Math.floor(all / 60) * 30}` }),
  'the last page': ({ all }) => ({ query: `offset=${Math.floor((all - 1) / 30) * 30}` }),
  'membership, first page': () => ({ query: 'subscription_type=4' }),
  'membership, in the middle': ({ patients }) => ({
    query: `subscription_type=2&offset=${Math.floor(patients / 60) * 30}`,
  }),
  'tag, first page': () => ({ query: 'tags=1' }),
  'tag, in the middle': ({ tagged }) => ({ query: `tags=1&offset=${Math.floor(tagged / 60) * 30}` }),
  'domain, first page': () => ({ query: 'domain_id=2' }),
  'membership, tag and domain': () => ({ query: 'subscription_type=2&tags=1&domain_id=2' }),
  '4 letters that few have': () => ({ query: 'search=zeph' }),
  '4 letters that one in 250 has': () => ({ query: 'search=quis' }),
  '4 letters that one in 50 has': () => ({ query: 'search=berg' }),
  '4 letters that everybody has': () => ({ query: 'search=test' }),
  '4 letters within a filter': () => ({ query: 'search=zeph&subscription_type=2&domain_id=1' }),
  'one site’s admin: first page': () => ({ query: '', by: 'north' }),
  'one site’s admin: 4 letters that few have': () => ({ query: 'search=zeph', by: 'north' }),
  'patients: first page': () => ({ query: '', by: 'viewer' }),
  'patients: in the middle': ({ shownPatients }) => ({
    query: `offset=${Math.floor(shownPatients / 60) * 30}`,
    by: 'viewer',
  }),
  'patients: 4 letters that few have': () => ({ query: 'search=zeph', by: 'viewer' }),
};

/** `by` chooses the caller; the patients-list role has a list of its own. */
export type Question = { readonly query: string; readonly by?: Asker };

export type Counts = {
  readonly all: number;
  readonly patients: number;
  readonly tagged: number;
  /** The patients of the caller's own site. */
  readonly shownPatients: number;
};

export async function countsOf(crowd: Crowd): Promise<Counts> {
  const count = async (query: string, by?: Asker) => (await page(crowd, { query, ...(by ? { by } : {}) })).count;
  return {
    all: await count(''),
    patients: await count('subscription_type=2'),
    tagged: await count('tags=1'),
    shownPatients: await count('', 'viewer'),
  };
}

/** Returns the response time of a single request in milliseconds. */
export async function timeOf(crowd: Crowd, question: Question): Promise<number> {
  const began = performance.now();
  await page(crowd, question);
  return performance.now() - began;
}

export const Page = z.object({
  results: z.array(z.object({ id: z.number() })),
  count: z.number(),
  count_is_exact: z.boolean(),
});

export async function page(crowd: Crowd, { query, by = 'admin' }: Question) {
  const response = await open(crowd, `${by === 'viewer' ? PATIENTS : USERS}?${query}`, by);
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${query} answered ${response.statusCode} ${body}`);
  return Page.parse(JSON.parse(body));
}

export type Exported = {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly grownMiB: number;
};

/** Reads the export of all filtered users to its end at full speed and watches the memory of the server. */
export async function exportAll(crowd: Crowd): Promise<Exported> {
  const before = residentMiB(crowd.server.product.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMiB(crowd.server.product.pid));
  }, 100);
  const began = performance.now();
  let rows = -1;
  let bytes = 0;
  try {
    const response = await open(crowd, `${USERS}export-csv/`, 'admin');
    // @NOTE a response without an encoding yields buffers; its type does not say so.
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows += 1;
    }
  } finally {
    clearInterval(watch);
  }
  return { rows, bytes, seconds: (performance.now() - began) / 1000, grownMiB: most - before };
}

function open({ server, tokens }: Crowd, path: string, by: Asker): Promise<IncomingMessage> {
  const headers = { host: 'localhost', authorization: `token ${tokens[by]}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.product.port, path, headers, agent }, resolve).on('error', reject);
  });
}
