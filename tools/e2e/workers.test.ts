import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseFigures, sumOf } from '../../server/testing/parse-figures.ts';
import { freePort, type Product, restartProduct } from '../harness/product.ts';
import { commandOf, workersOf } from '../harness/server-processes.ts';
import { startDemoCopy } from './demo-copy.ts';
import { DEMO_PASSWORD, emailOf } from './people/accounts.ts';
import { getJson, patchJson, postJson } from './people/calls.ts';
import { type RepeatedCall, WarmConnections } from './people/warm-connections.ts';
import { Writers } from './people/writers.ts';

const WORKERS = 2;
const SESSION = '/api/v1/users/session/';
const LAB_PATIENTS = '/api/admin/users/lab/';
const ORDER_NUMBER = '/api/v1/transactions/get-last-id/';

type LoggedIn = { token: string; user: { id: number } };

const started: Product[] = [];
const keep = (product: Product) => {
  started.push(product);
  return product;
};

/** One product for all tests, started again on its data where a test has ended it; such tests come last. */
let product: Product;
let figuresUrl: string;
beforeAll(async () => {
  const port = String(await freePort());
  figuresUrl = `http://127.0.0.1:${port}/metrics`;
  const settings = { WORKERS: String(WORKERS), LOGIN_FAILURES: '4', METRICS_PORT: port };
  product = keep(await startDemoCopy({ settings }));
});
beforeEach(async () => {
  if (product.hasEnded) product = keep(await restartProduct(product));
  await product.printed(`The server runs on ${WORKERS} processes.`);
});
afterAll(async () => {
  for (const each of started) {
    if (!each.hasEnded) await each.stop();
    await each.removeData();
  }
});

const at = (path: string) => `${product.baseUrl}${path}`;

const isHealthy = () =>
  fetch(at('/readyz')).then(
    ({ ok }) => ok,
    () => false,
  );

const logIn = async (account: string): Promise<LoggedIn> => {
  const { body } = await postJson(at('/api/admin/login/'), { email: emailOf(account), password: DEMO_PASSWORD });
  // @NOTE the login of a demo account succeeds.
  return body as LoggedIn;
};

const updateUser = async (id: number, changes: object) =>
  patchJson(at(`/api/v1/users/${id}/`), changes, (await logIn('super')).token);

/** Each connection goes to the next process. */
const callOnNewConnection = (path: string, token?: string) =>
  new Promise<number | undefined>((resolve, reject) =>
    request(at(path), { agent: false, headers: token ? { authorization: `token ${token}` } : {} }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode)),
    )
      .on('error', reject)
      .end(),
  );

// Not retried: a right that one attempt has withdrawn is missing in the next.
describe('Withdrawn rights on several processes', { retry: 0 }, () => {
  let connections: WarmConnections;
  beforeEach(() => {
    connections = new WarmConnections(product);
  });
  afterEach(() => connections.close());

  /** Expects that the call is allowed on warm connections of every process until the change, and on none after it. */
  async function expectRefusedAfter(change: () => Promise<{ status: number }>, call: RepeatedCall, refusal: number) {
    const before = await connections.statuses(call);
    expect(new Set(before)).toEqual(new Set([200]));
    expect(connections.workers()).toHaveLength(WORKERS);
    const after = await connections.statusesAfter(change, call);
    expect(after.filter((status) => status !== refusal)).toEqual([]);
    expect(after.length).toBeGreaterThanOrEqual(before.length);
    expect(connections.opened).toBe(before.length);
  }

  test('the sessions of an account that an administrator deactivates are refused by every process', async () => {
    const { token, user } = await logIn('rep3');
    const admin = await logIn('admin');
    const deactivate = () => postJson(at(`/api/v1/users/set/inactive/${user.id}/`), {}, admin.token);
    await expectRefusedAfter(deactivate, { path: SESSION, token }, 401);
  });

  test('after a change of the plan every process refuses the calls of the old plan and allows those of the new', async () => {
    const { token, user } = await logIn('viewer');
    const callOfNewPlan = { path: `/api/v1/users/sales-rep/${user.id}/`, token };
    expect(new Set(await connections.statuses(callOfNewPlan))).toEqual(new Set([403]));
    await expectRefusedAfter(() => updateUser(user.id, { subscription: 3 }), { path: LAB_PATIENTS, token }, 403);
    expect(new Set(await connections.statuses(callOfNewPlan))).toEqual(new Set([200]));
  });

  test('a staff member’s session in a center’s account is refused by every process once the center removes them', async () => {
    const center = await logIn('hc');
    const staff = await logIn('staff2');
    const { body } = await postJson(at('/api/v1/hc-staff/access/'), { user_id: center.user.id }, staff.token);
    const staffOfCenter = { user_id: staff.user.id, hc_id: center.user.id };
    const removeStaff = () => postJson(at('/api/v1/hc-staff/remove-user/'), staffOfCenter, center.token);
    // @NOTE the center has approved this staff member.
    await expectRefusedAfter(removeStaff, { path: SESSION, token: (body as LoggedIn).token }, 401);
    expect((await getJson(at(SESSION), staff.token)).status).toBe(200);
  });

  test('an administrator’s session in another account is refused by every process once the administrator logs out', async () => {
    const { user } = await logIn('lab2');
    const admin = await logIn('admin');
    const codeRequest = { user_id: user.id, reason: 'A question by phone' };
    const made = await postJson(at('/api/admin/users/generate-login-as-user-token/'), codeRequest, admin.token);
    // @NOTE an administrator can open the account of a lab.
    const { token: code } = made.body as { token: string };
    const { body } = await postJson(at('/api/v1/users/login-as-user/'), { user_id: user.id, token: code });
    const logOut = () => postJson(at('/api/v1/users/logout/'), {}, admin.token);
    // @NOTE the code is used for the first time.
    await expectRefusedAfter(logOut, { path: SESSION, token: (body as LoggedIn).token }, 401);
  });

  test('a patient whose relation to a center ends is refused to the center by every process', async () => {
    const { token, user } = await logIn('hc');
    const patients = await getJson(at(`/api/v1/harvest-centers/${user.id}/patientList/`), token);
    // @NOTE this center of the demo network has patients.
    const [{ value: patient }] = patients.body as [{ value: number }];
    const endRelation = () => updateUser(patient, { harvest_center: null });
    await expectRefusedAfter(endRelation, { path: `/api/v1/users/${patient}/record/`, token }, 404);
  });

  test('a buyer who loses the tag for orders is refused an order number by every process', async () => {
    const { token, user } = await logIn('buyer');
    await expectRefusedAfter(() => updateUser(user.id, { tags: [] }), { path: ORDER_NUMBER, token }, 403);
  });

  test('a session that ended is refused by every process', async () => {
    const { token } = await logIn('lab');
    const ask = () => Promise.all(Array.from({ length: 6 }, () => callOnNewConnection(SESSION, token)));
    expect(await ask()).toEqual(Array(6).fill(200));
    await postJson(`${product.baseUrl}/api/v1/users/logout/`, {}, token);
    expect(await ask()).toEqual(Array(6).fill(401));
  });
});

describe('Figures of several processes', () => {
  const CALLS = 8;
  const COUNTED = { route: `GET ${SESSION}`, status: '401' };

  const readSamples = async () => parseFigures(await (await fetch(figuresUrl)).text());

  const readCounts = async () => {
    const samples = await readSamples();
    const count = (name: string, labels = {}) => sumOf(samples, name, labels) ?? 0;
    return {
      calls: count('vialkeep_calls_total', COUNTED),
      deaths: count('vialkeep_worker_deaths_total'),
      processes: count('vialkeep_processes_answered'),
    };
  };

  test('the figures of both processes are merged, and survive the death of one', async () => {
    const before = await readCounts();
    for (let n = 0; n < CALLS; n += 1) expect(await callOnNewConnection(SESSION)).toBe(401);
    const after = { ...before, calls: before.calls + CALLS, processes: WORKERS };
    expect(await readCounts()).toEqual(after);
    const samples = await readSamples();
    expect(sumOf(samples, 'vialkeep_database_up')).toBe(1);
    expect(sumOf(samples, 'vialkeep_admission_limit')).toBeGreaterThanOrEqual(16);

    const [victim] = workersOf(product);
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(readCounts).toEqual({ ...after, deaths: before.deaths + 1 });

    const onPublicPort = await fetch(at('/metrics'));
    expect(await onPublicPort.text()).not.toContain('vialkeep_');
  });
});

const findWorkerBeside = (killed: ReadonlySet<number>) => workersOf(product).find((pid) => !killed.has(pid));

describe('A server on several processes', () => {
  test('no acknowledged write is lost when a worker is killed with -9, and the worker is replaced', async () => {
    const [victim] = workersOf(product);
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged()).toBeGreaterThan(10);
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(() => workersOf(product).filter((pid) => pid !== victim)).toHaveLength(2);
    await expect.poll(() => isHealthy()).toBe(true);
    await writers.stop();
    expect(await writers.lost(product.baseUrl)).toEqual([]);
    expect(product.output.stderr).toContain('A process of the server ended (SIGKILL) and is replaced.\n');
  });

  test('SIGHUP replaces all workers one by one, and no call fails meanwhile', async () => {
    const before = workersOf(product);
    const { token } = await logIn('lab');
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
    // Two processes load their code, one after the other.
    await expect.poll(areReplaced, { timeout: 240_000 }).toBe(true);
    seen.isOver = true;
    await Promise.all(callers);
    expect(seen.failures).toEqual([]);
    expect(seen.answered).toBeGreaterThan(0);
  });

  test('no acknowledged write is lost when the supervisor is killed with -9, and its workers end too', async () => {
    const workers = workersOf(product);
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged()).toBeGreaterThan(10);
    await product.kill9();
    await writers.stopped();
    await expect.poll(() => workers.map(commandOf)).toEqual(workers.map(() => ''));
    product = keep(await restartProduct(product));
    expect(await writers.lost(product.baseUrl)).toEqual([]);
  });

  test('failed logins are counted over all processes', async () => {
    const attempt = async () =>
      (await postJson(`${product.baseUrl}/api/admin/login/`, { email: emailOf('lab'), password: 'wrong' })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push(await attempt());
    expect(statuses.filter((status) => status !== 429)).toHaveLength(4);
  });

  test('the server greets once for all processes, and ends with all of them on SIGTERM', async () => {
    expect(product.output.stdout.match(/Vialkeep is ready/g)).toHaveLength(1);
    const workers = workersOf(product);
    expect(workers).toHaveLength(2);
    const { exitCode, stderr } = await product.stop();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(workers.map(commandOf)).toEqual(['', '']);
    await expect(fetch(figuresUrl)).rejects.toThrow('fetch failed');
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
