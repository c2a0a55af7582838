import { rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { buildPages } from '../harness/build-pages.ts';
import { compareCalls, withBoth } from './compare-calls.ts';
import { residentMiB } from './process-figures.ts';
import { type Ledger, sell } from './transactions-scene.ts';

/**
 * Measures whether the list of all transactions is as fast with a million rows as with ten thousand, how fast the
 * exports are compared with PostgreSQL's own COPY of the same query, and how much memory a workbook takes. Both sizes
 * run side by side and are measured in turn. `--against FOLDER` compares the list of this version with that of another
 * checkout instead, at both sizes. `--files` measures only the exports, of 200,000 rows, or of a million with `--long`.
 * `--short` is for CI: it reports without targets.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const sizes = asked.short ? ([2_000, 20_000] as const) : ([10_000, 1_000_000] as const);
const pace = asked.short ? { rounds: 4, each: 5, warmUp: 3 } : { rounds: 16, each: 10, warmUp: 10 };

const SIZE_RATIO = 2;
const VERSION_RATIO = 1.1;
const SPEED_TARGET = 0.8;
const FILE_ROUNDS = 9;
const GROWTH_TARGET_MIB = 64;
const MEMORY_TARGET_MIB = 256;

const LIST = '/api/admin/transactions/';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

type Ids = Readonly<Record<'rep' | 'manager' | 'distributor' | 'center' | 'referral' | 'patient', number>>;

/** The measured requests, by what a user does. */
const calls: Readonly<Record<string, (ids: Ids, size: number) => string>> = {
  'first page and total': () => LIST,
  'a page in the middle': (_, size) => `${LIST}?offset=${Math.floor(size / 20) * 10}`,
  'the last page': (_, size) => `${LIST}?offset=${size - 10}`,
  'sales rep': ({ rep }) => `${LIST}?sales_rep_id=${rep}`,
  'sales manager': ({ manager }) => `${LIST}?sales_manager_id=${manager}`,
  'sales distributor': ({ distributor }) => `${LIST}?sales_distributor_id=${distributor}`,
  'sales distributor, in the middle': ({ distributor }, size) =>
    `${LIST}?sales_distributor_id=${distributor}&offset=${Math.floor(size / 60) * 10}`,
  'harvest center': ({ center }) => `${LIST}?harvest_center_id=${center}`,
  'referral harvest center': ({ referral }) => `${LIST}?referral_harvest_center_id=${referral}`,
  patient: ({ patient }) => `${LIST}?patient_id=${patient}`,
  domain: () => `${LIST}?domain_id=1`,
  product: () => `${LIST}?product_id=3`,
  'commission unpaid': () => `${LIST}?commission_paid=false`,
  'a quarter': () => `${LIST}?date_after=${dayAgo(200)}&date_before=${dayAgo(110)}`,
  'a rep in a quarter': ({ rep }) => `${LIST}?sales_rep_id=${rep}&date_after=${dayAgo(200)}&date_before=${dayAgo(110)}`,
  'search for an id': () => `${LIST}?search=%231050`,
  'plots of administrators': () => `${LIST}revenue/`,
  'plot of a manager': ({ manager }) => `/api/v1/sales-team/${manager}/sales/`,
};

buildPages();
if (asked.files) {
  await using ledger = await sell(asked.long ? 1_000_000 : 200_000);
  await compareFiles(ledger);
} else if (asked.against === undefined) {
  await withBoth(sell, [sizes[0]], [sizes[1]], async (small, large) => {
    await comparePair([`${sizes[0]}`, `${sizes[1]}`], small, large, SIZE_RATIO);
    await compareFiles(large);
  });
} else {
  for (const size of sizes) {
    await withBoth(sell, [size, asked.against], [size], (before, now) =>
      comparePair([`before, ${size}`, 'now'], before, now, VERSION_RATIO),
    );
  }
}

async function comparePair(
  labels: readonly [string, string],
  one: Ledger,
  other: Ledger,
  ratio: number,
): Promise<void> {
  const [few, many] = [await idsOf(one), await idsOf(other)];
  await compareCalls({
    labels,
    calls: Object.entries(calls).map(([name, path]) => ({
      name,
      first: () => timeOf(one, path(few, one.transactions)),
      second: () => timeOf(other, path(many, other.transactions)),
    })),
    pace,
    mostRatio: asked.short ? null : ratio,
    judge: asked.against === undefined ? 'each call' : 'all calls',
  });
}

async function compareFiles(large: Ledger): Promise<void> {
  const rounds: { copy: number; csv: number; speed: number; grownMiB: number }[] = [];
  let bytes = 0;
  for (let round = 0; round < FILE_ROUNDS; round += 1) {
    const copy = await measureCopy(large);
    const csv = await measureExport(large, 'export-csv/');
    bytes = csv.bytes;
    rounds.push({ copy, csv: csv.seconds, speed: copy / csv.seconds, grownMiB: csv.mostMiB - csv.beforeMiB });
  }
  const [copy, csv, speed] = (['copy', 'csv', 'speed'] as const).map((of) => medianOf(rounds.map((one) => one[of])));
  const grown = Math.max(...rounds.map(({ grownMiB }) => grownMiB));
  console.log(
    `CSV: ${mb(bytes)} in ${csv?.toFixed(1)} s, PostgreSQL's copy in ${copy?.toFixed(1)} s, median of ${FILE_ROUNDS} rounds: ${speed?.toFixed(2)} of its speed ${verdict((speed ?? 0) >= SPEED_TARGET)}; the server grew by at most ${grown.toFixed(0)} MiB ${verdict(grown <= GROWTH_TARGET_MIB)}`,
  );
  // The first start creates the demo network and its sealed documents; that is not part of an export.
  await large.server.restart();
  const xlsx = await measureExport(large, 'export-xlsx/');
  console.log(
    `XLSX: ${mb(xlsx.bytes)} in ${xlsx.seconds.toFixed(1)} s, at most ${xlsx.mostMiB.toFixed(0)} MiB in the server, which had ${xlsx.beforeMiB.toFixed(0)} before ${verdict(xlsx.mostMiB <= MEMORY_TARGET_MIB)}`,
  );
}

/** PostgreSQL copies the same columns into a file on the same machine; returns the seconds. */
async function measureCopy(large: Ledger): Promise<number> {
  const file = join(tmpdir(), `vialkeep-copy-${process.pid}.csv`);
  const began = performance.now();
  await withConnection(large.server.ownerUrl, (owner) =>
    owner.query(`copy (
      select t.id, t.date, d.name, t.center_id, hc.company, t.referral_center_id, rhc.company, staff.username, t.patient_id,
        patient.username, t.rep_id, rep.username, t.manager_id, manager.username, t.distributor_id, distributor.username,
        p.name, t.quantity, t.amount_cents / 100.0, t.coupon_code, t.discount_cents / 100.0, t.commission_paid
      from transactions t join products p on p.id = t.product_id join domains d on d.id = t.domain_id
        left join users hc on hc.id = t.center_id left join users rhc on rhc.id = t.referral_center_id
        left join users staff on staff.id = t.staff_id left join users patient on patient.id = t.patient_id
        left join users rep on rep.id = t.rep_id left join users manager on manager.id = t.manager_id
        left join users distributor on distributor.id = t.distributor_id
      order by t.date desc, t.id desc) to '${file}' with (format csv, header)`),
  );
  const seconds = (performance.now() - began) / 1000;
  await rm(file, { force: true });
  return seconds;
}

/** Reads an export to its end at full speed and watches the memory of the server. */
async function measureExport(
  large: Ledger,
  name: string,
): Promise<{ bytes: number; seconds: number; mostMiB: number; beforeMiB: number }> {
  const beforeMiB = residentMiB(large.server.product.pid);
  let mostMiB = beforeMiB;
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, residentMiB(large.server.product.pid));
  }, 100);
  const began = performance.now();
  let bytes = 0;
  try {
    const response = await open(large, LIST + name);
    if (response.statusCode !== 200) throw new Error(`${name} answered ${response.statusCode}.`);
    // @NOTE a response without an encoding yields buffers; its type does not say so.
    for await (const part of response as AsyncIterable<Buffer>) bytes += part.length;
  } finally {
    clearInterval(watch);
  }
  return { bytes, seconds: (performance.now() - began) / 1000, mostMiB, beforeMiB };
}

async function idsOf(ledger: Ledger): Promise<Ids> {
  const { rows } = await withConnection(ledger.server.ownerUrl, (owner) =>
    owner.query<{ plan_id: number; id: number }>(
      `select plan_id, min(id) as id from users where email like 'bench%@bench.test' group by plan_id`,
    ),
  );
  const of = (plan: number) => rows.find(({ plan_id }) => plan_id === plan)?.id ?? 0;
  return { rep: of(3), manager: of(6), distributor: of(8), center: of(4), referral: of(5), patient: of(2) };
}

async function timeOf(ledger: Ledger, path: string): Promise<number> {
  const began = performance.now();
  const response = await open(ledger, path);
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode} ${body}`);
  return performance.now() - began;
}

function open({ server, token }: Ledger, path: string): Promise<IncomingMessage> {
  const headers = { host: 'localhost', authorization: `token ${token}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.product.port, path, headers, agent }, resolve).on('error', reject);
  });
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function verdict(isMet: boolean): string {
  if (asked.short) return '';
  return isMet ? 'met' : 'MISSED';
}
