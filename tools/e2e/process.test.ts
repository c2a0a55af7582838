import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { noisePng } from '../harness/pictures.ts';
import { launchProduct, newDataDir, type Outcome, type Product, restartProduct } from '../harness/product.ts';
import { copyDemoData, startDemoCopy } from './demo-copy.ts';
import { isLongRun } from './page/looks.ts';
import { demoAccounts, emailOf } from './people/accounts.ts';
import { getJson, postJson } from './people/calls.ts';
import { Writers } from './people/writers.ts';

const started: Product[] = [];
const keep = (product: Product) => {
  started.push(product);
  return product;
};

afterAll(async () => {
  for (const product of started) {
    if (!product.hasEnded) await product.stop();
    await product.removeData();
  }
});

/** The demo product of the tests that need a running one; started again on its data where a test has ended it. */
let product: Product;
beforeAll(async () => {
  product = keep(await startDemoCopy());
});
async function ensureRunning(): Promise<void> {
  if (product.hasEnded) product = keep(await restartProduct(product));
}
/** A retry starts on new data: the failed try may have left the product in any state. */
async function prepareProduct({ task }: TestContext): Promise<void> {
  if (task.result?.retryCount) product = keep(await startDemoCopy());
  else await ensureRunning();
}

describe('A running product', () => {
  beforeEach(prepareProduct);

  test('the product prints its address, the demo accounts and the path of its data', () => {
    const { stdout, stderr } = product.output;
    expect(stdout).toContain(`Vialkeep is ready at ${product.baseUrl}\n`);
    expect(stdout).toContain(`The data lies in ${product.dataDir}`);
    expect(stdout).toContain('password of every one: Vialkeep-demo-1');
    for (const { account, planName } of demoAccounts)
      expect(stdout).toMatch(new RegExp(`${planName} +${emailOf(account)}`));
    expect(stderr).toBe('');
  });

  test('a second product on the same data directory ends with an error, and the first keeps running', async () => {
    const second = keep(await launchProduct({ dataDir: product.dataDir }));
    expectOneSentence(
      await second.ended(),
      /^Another Vialkeep server \(process \d+\) is already using this data directory, .+\.$/,
    );
    expect((await getJson(`${product.baseUrl}/readyz`)).status).toBe(200);
  });

  test('a second product on the same port, of several processes, ends with one error and leaves no database behind', async () => {
    const second = keep(
      await launchProduct({
        dataDir: await copyDemoData(),
        settings: { PORT: product.settings.PORT ?? '', WORKERS: '2' },
      }),
    );
    expectOneSentence(await second.ended(), /^Port \d+ is already in use; set PORT to another one\.$/);
    expect(postgresOf(second)).toBeNull();
  });
});

describe('A product that is stopped or killed', () => {
  beforeEach(prepareProduct);

  test.each([
    ['of the server, with its database left running', false],
    ['of the server and its database at once', true],
  ])('no acknowledged write is lost by a kill -9 %s', async (_, withDatabase) => {
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged(), { timeout: 60_000 }).toBeGreaterThan(10);
    const postgres = postgresOf(product);
    if (withDatabase && postgres !== null) process.kill(postgres, 'SIGKILL');
    await product.kill9();
    await writers.stopped();

    await ensureRunning();
    expect(await writers.lost(product.baseUrl)).toEqual([]);
  });

  test('the product finishes an upload in progress after SIGTERM, then ends with its database', async () => {
    const token = await tokenOf(product, 'hc');
    const postgres = postgresOf(product);
    const upload = slowUpload(product, token);
    await upload.halfSent;
    const ended = product.stop('SIGTERM');
    const isOpen = () =>
      fetch(`${product.baseUrl}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(false);
    upload.sendTheRest();
    expect(await upload.status).toBe(200);

    const { exitCode, stderr } = await ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(postgres).not.toBeNull();
    expect(isAlive(postgres ?? 0)).toBe(false);
    expect(postgresOf(product)).toBeNull();
  });

  test('the product ends on Ctrl+C as on SIGTERM, also with open connections', async () => {
    const postgres = postgresOf(product) ?? 0;
    await fetch(`${product.baseUrl}/healthz`, { headers: { connection: 'keep-alive' } });
    const { exitCode, stderr } = await product.stop('SIGINT');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(isAlive(postgres)).toBe(false);
  });
});

/** Other tests show these without a process: settings.test.ts and outside-database.test.ts. */
const furtherRefusals: [string, string, RegExp][] = [
  ['DATABASE_URL', 'mysql://somewhere/else', /^The setting DATABASE_URL must be an address that begins with postgres:/],
  ['DEMO', 'perhaps', /^The setting DEMO must be on or off, not “perhaps”\.$/],
  [
    'DATABASE_URL',
    'postgres://u:p@127.0.0.1:9/db',
    /^No PostgreSQL server answers at 127\.0\.0\.1:9, where DATABASE_URL points\.$/,
  ],
  [
    'DATABASE_URL',
    'postgres://u:p@no-such-host.invalid/db',
    /^The host of DATABASE_URL, no-such-host\.invalid:5432, is not known\.$/,
  ],
];

// A refusal that other tests show without a process is left to the long run.
describe('A start that cannot succeed', () => {
  test.runIf(isLongRun)('a start with a file as DATA_DIR ends with one sentence', async () => {
    const file = join(newDataDir(), 'file');
    writeFileSync(file, 'not a folder');
    const product = await launchProduct({ dataDir: file });
    expectOneSentence(await product.ended(), /^DATA_DIR, .+, names a file or lies in one; it must be a folder\.$/);
    expect(readFileSync(file, 'utf8')).toBe('not a folder');
  });

  const readOnly = isLongRun ? readOnlyFolder() : null;
  test.runIf(readOnly !== null)('a start with a read-only DATA_DIR ends with one sentence', async () => {
    const product = await launchProduct({ dataDir: readOnly?.dataDir, through: readOnly?.through });
    expectOneSentence(await product.ended(), /^The data directory .+ cannot be written to\.$/);
  });

  test.each([
    ['PORT', 'three thousand', /^The setting PORT must be a whole number from 0 to 65535, not “three thousand”\.$/],
    ...(isLongRun ? furtherRefusals : []),
  ])('a start with %s=%s ends with one sentence', async (name, value, sentence) => {
    const product = await launchProduct({ settings: { BASE_URL: 'http://localhost:39999', [name]: value } });
    expectOneSentence(await product.ended(), sentence);
    expect(existsSync(join(product.dataDir, 'postgres'))).toBe(false);
    await product.removeData();
  });

  test('a start with a wrong password in DATABASE_URL ends with one sentence that does not repeat it', async () => {
    const stranger = await refusingPostgres();
    const url = `postgres://somebody:a-secret-word@127.0.0.1:${stranger.port}/vialkeep`;
    const product = await launchProduct({ settings: { DATABASE_URL: url } });
    const outcome = await product.ended();
    expectOneSentence(outcome, /refuses the user “somebody” or the password in DATABASE_URL\.$/);
    expect(outcome.stderr + outcome.stdout).not.toContain('a-secret-word');
    stranger.close();
  });

  test('a start with an older schema and AUTO_MIGRATE=off ends with one sentence', async () => {
    const product = keep(await launchProduct({ settings: { AUTO_MIGRATE: 'off' } }));
    expectOneSentence(
      await product.ended(),
      /^The database has an older schema: 0001_.+ must run first, which AUTO_MIGRATE=on does at start\.$/,
    );
    expect(postgresOf(product)).toBeNull();
  });
});

function expectOneSentence({ exitCode, stderr }: Outcome, sentence: RegExp): void {
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  expect(exitCode).toBe(1);
}

function postgresOf({ dataDir }: Product): number | null {
  const file = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : null;
}

function isAlive(pid: number): boolean {
  try {
    // A zombie process counts as ended.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function tokenOf({ baseUrl }: Product, account: string): Promise<string> {
  const answer = await postJson(`${baseUrl}/api/admin/login/`, {
    email: emailOf(account),
    password: 'Vialkeep-demo-1',
  });
  // @NOTE a login answers a token; a refused one fails the calls that follow.
  return (answer.body as { token: string }).token;
}

/** Uploads half of a picture and sends the rest only on request. */
function slowUpload({ baseUrl }: Product, token: string) {
  const head =
    '--half\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), noisePng(300, 300), Buffer.from('\r\n--half--\r\n')]);
  const middle = Math.floor(body.length / 2);
  const call = request(`${baseUrl}/api/v1/utilities/upload-hc-logo/`, {
    method: 'POST',
    agent: false,
    headers: {
      // The server answers 100 once it has read the header; from then on the upload is in progress.
      expect: '100-continue',
      authorization: `token ${token}`,
      'content-type': 'multipart/form-data; boundary=half',
      'content-length': body.length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
  });
  const halfSent = new Promise<void>((resolve) => {
    call.on('continue', () => call.write(body.subarray(0, middle), () => resolve()));
  });
  call.flushHeaders();
  return { halfSent, status, sendTheRest: () => call.end(body.subarray(middle)) };
}

/** Returns a read-only folder. Root can write everywhere except on a read-only mount. */
function readOnlyFolder(): { dataDir: string; through: readonly string[] } | null {
  const dataDir = newDataDir();
  if (process.getuid?.() !== 0) {
    mkdirSync(join(dataDir, 'locked'));
    chmodSync(join(dataDir, 'locked'), 0o555);
    return { dataDir: join(dataDir, 'locked'), through: [] };
  }
  const mount = ['--mount', 'sh', '-c', 'mount -t tmpfs -o ro tmpfs "$1" && shift && exec "$@"', 'sh', dataDir];
  return spawnSync('unshare', [...mount, 'true']).status === 0 ? { dataDir, through: ['unshare', ...mount] } : null;
}

/** A minimal fake PostgreSQL that asks for a password and refuses it. */
async function refusingPostgres(): Promise<{ port: number; close(): void }> {
  const message = (kind: string, content: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeInt32BE(content.length + 4, 1);
    return Buffer.concat([head, content]);
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(message('R', Buffer.from([0, 0, 0, 3])));
      socket.once('data', () => {
        socket.end(message('E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')));
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return { port: address.port, close: () => server.close() };
}
