import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { buildPages } from '../../harness/build-pages.ts';
import { compareCalls } from '../compare-calls.ts';
import { openLabs, verifyLists } from './lab-scene.ts';

/**
 * Measures whether a lab with 100,000 patients waits as briefly as one with 1,000. Both are on one database and one
 * server and call in turn. `--short` is for a quick run: it reports without targets.
 */
const { values: asked } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const [few, many] = asked.short ? ([500, 5_000] as const) : ([1_000, 100_000] as const);
const pace = asked.short ? { rounds: 4, each: 5, warmUp: 5 } : { rounds: 16, each: 10, warmUp: 10 };

const MOST_RATIO = 1.5;
const PATIENTS = '/api/admin/users/lab/';
const PER_PAGE = 30;

/** The measured calls, by what a lab does; the number of its patients gives the offset of the middle. */
const calls: Readonly<Record<string, (patients: number) => string>> = {
  'first page and count': () => PATIENTS,
  'the tenth page': () => `${PATIENTS}?offset=${9 * PER_PAGE}`,
  'a page in the middle': (patients) => `${PATIENTS}?offset=${Math.floor(patients / 2 / PER_PAGE) * PER_PAGE}`,
  'patients of one stage': () => `${PATIENTS}?stage=plating`,
  'numbers by stage': () => '/api/v1/patients/stages/',
  'what needs a look': () => '/api/v1/patients/attention/',
  'search: 12 patients have it': () => `${PATIENTS}?search=zeph`,
  'search: one in 32 has it': () => `${PATIENTS}?search=lena`,
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function readAnswer(port: number, token: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { host: 'localhost', authorization: `token ${token}` };
  get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
    text(response).then((body) => {
      if (response.statusCode === 200) resolve(body);
      else reject(new Error(`${path} answered ${response.statusCode} ${body}`));
    }, reject);
  }).on('error', reject);
  return promise;
}

buildPages();
const small = { email: 'small-lab@bench.test', patients: few, centers: 5 };
const large = { email: 'large-lab@bench.test', patients: many, centers: 100 };
const server = await openLabs([small, large]);
try {
  const areListsRight = await verifyLists(server);
  const tokens = { small: await server.logIn(small.email), large: await server.logIn(large.email) };
  const timeOf = async (token: string, path: string) => {
    const began = performance.now();
    await readAnswer(server.product.port, token, path);
    return performance.now() - began;
  };
  const areMet = await compareCalls({
    labels: [`${few}`, `${many}`],
    calls: Object.entries(calls).map(([name, pathFor]) => ({
      name,
      first: () => timeOf(tokens.small, pathFor(few)),
      second: () => timeOf(tokens.large, pathFor(many)),
    })),
    pace,
    mostRatio: asked.short ? null : MOST_RATIO,
    judge: 'each call',
  });
  process.exitCode = areListsRight && areMet ? 0 : 1;
} finally {
  await server.close();
}
