import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, restartProduct } from '../harness/product.ts';
import { commandOf, workersOf } from '../harness/server-processes.ts';
import { startDemoCopy } from './demo-copy.ts';
import { emailOf } from './people/accounts.ts';
import { getJson, postJson } from './people/calls.ts';
import { Writers } from './people/writers.ts';

const TWO = { WORKERS: '2', LOGIN_FAILURES: '4' };
const PASSWORD = 'Vialkeep-demo-1';

const started: Product[] = [];
const keep = (product: Product) => {
  started.push(product);
  return product;
};

/** One product for all tests, started again on its data where a test has ended it. */
let product: Product;
beforeAll(async () => {
  product = keep(await startDemoCopy({ settings: TWO }));
});
beforeEach(async () => {
  if (product.hasEnded) product = keep(await restartProduct(product));
  await product.printed('The server runs on 2 processes.');
});
afterAll(async () => {
  for (const each of started) {
    if (!each.hasEnded) await each.stop();
    await each.removeData();
  }
});

const isHealthy = (product: Product) =>
  fetch(`${product.baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const logIn = async (product: Product, account: string) => {
  const { body } = await postJson(`${product.baseUrl}/api/admin/login/`, {
    email: emailOf(account),
    password: PASSWORD,
  });
  // @NOTE the login of a demo account succeeds.
  return (body as { token: string }).token;
};

const findWorkerBeside = (killed: ReadonlySet<number>) => workersOf(product).find((pid) => !killed.has(pid));

describe('A server on several processes', () => {
  test('the server greets once for all processes, and ends with all of them on SIGTERM', async () => {
    expect(product.output.stdout.match(/Vialkeep is ready/g)).toHaveLength(1);
    const workers = workersOf(product);
    expect(workers).toHaveLength(2);
    const { exitCode, stderr } = await product.stop();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(workers.map(commandOf)).toEqual(['', '']);
  });

  test('no acknowledged write is lost when a worker is killed with -9, and the worker is replaced', async () => {
    const [victim] = workersOf(product);
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged()).toBeGreaterThan(10);
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(() => workersOf(product).filter((pid) => pid !== victim)).toHaveLength(2);
    await expect.poll(() => isHealthy(product)).toBe(true);
    await writers.stop();
    expect(await writers.lost(product.baseUrl)).toEqual([]);
    expect(product.output.stderr).toContain('A process of the server ended (SIGKILL) and is replaced.\n');
  });

  test('no acknowledged write is lost when the supervisor is killed with -9, and its workers end too', async () => {
    const workers = workersOf(product);
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged()).toBeGreaterThan(10);
    await product.kill9();
    await writers.stopped();
    await expect.poll(() => workers.map(commandOf)).toEqual(['', '']);
    product = keep(await restartProduct(product));
    expect(await writers.lost(product.baseUrl)).toEqual([]);
  });

  test('SIGHUP replaces all workers one by one, and no call fails meanwhile', async () => {
    const before = workersOf(product);
    const token = await logIn(product, 'lab');
    const seen = { answered: 0, failures: [] as unknown[], isOver: false };
    // fetch keeps connections open and uses them again, as a browser does.
    const ask = async () => {
      const { status } = await getJson(`${product.baseUrl}/api/v1/users/session/`, token);
      if (status === 200) seen.answered += 1;
      else seen.failures.push(status);
    };
    const callers = Array.from({ length: 6 }, async () => {
      while (!seen.isOver) await ask().catch((error: unknown) => seen.failures.push(error));
    });
    product.process.kill('SIGHUP');
    const areReplaced = () => {
      const now = workersOf(product);
      return now.length === 2 && now.every((pid) => !before.includes(pid));
    };
    await expect.poll(areReplaced).toBe(true);
    seen.isOver = true;
    await Promise.all(callers);
    expect(seen.failures).toEqual([]);
    expect(seen.answered).toBeGreaterThan(0);
  });

  test('five deaths of workers within 30 s end the server with one sentence', async () => {
    const killed = new Set<number>();
    while (!product.hasEnded) {
      const next = findWorkerBeside(killed);
      if (next !== undefined) {
        killed.add(next);
        process.kill(next, 'SIGKILL');
      }
      await sleep(20);
    }
    const { exitCode, stderr } = await product.ended();
    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe('The server keeps ending; the reason stands above.');
  });
});

describe('Rights and limits on several processes', () => {
  /** Each connection goes to the next process. */
  const statusOnNewConnection = (product: Product, token: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      request(
        `${product.baseUrl}/api/v1/users/session/`,
        { agent: false, headers: { authorization: `token ${token}` } },
        (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
      )
        .on('error', reject)
        .end(),
    );

  test('a session that ended is refused by every process', async () => {
    const token = await logIn(product, 'lab');
    const ask = () => Promise.all(Array.from({ length: 6 }, () => statusOnNewConnection(product, token)));
    expect(await ask()).toEqual(Array(6).fill(200));
    await postJson(`${product.baseUrl}/api/v1/users/logout/`, {}, token);
    expect(await ask()).toEqual(Array(6).fill(401));
  });

  test('failed logins are counted over all processes', async () => {
    const attempt = async () =>
      (await postJson(`${product.baseUrl}/api/admin/login/`, { email: emailOf('lab'), password: 'wrong' })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push(await attempt());
    expect(statuses.filter((status) => status !== 429)).toHaveLength(4);
  });
});
