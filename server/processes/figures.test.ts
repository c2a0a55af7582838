import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { createLocation, listLocations } from '@vialkeep/contract/locations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { StartupProblem } from '../kernel/startup-problem.ts';
import { parseFigures, sumOf } from '../testing/parse-figures.ts';
import { inDatabase, testSettings } from '../testing/test-settings.ts';
import { anonymousCaller, newWorld, type World } from '../testing/world.ts';
import { readFiguresOfOne, serveFigures } from './figures.ts';

const LIST = `${listLocations.method} ${listLocations.path}`;
const CREATE = `${createLocation.method} ${createLocation.path}`;
const LOCATION = { address1: '1 First Street', city: 'Salem', state_desc: 'Oregon', country_desc: 'United States' };

let world: World;
let port: string;
const opened: (() => Promise<void>)[] = [];
const others: World[] = [];

beforeAll(async () => {
  port = await freePort();
  world = await newWorld({ METRICS_PORT: port, ADMIT_WAIT_MS: '20' });
  await serve(world, port);
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
  await world.close();
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}

const ownerUrlOf = ({ name }: World) => inDatabase(inject('ownerUrl'), name);
const serve = (served: World, metricsPort: string, ownerUrl = ownerUrlOf(served)) =>
  serveFigures(
    testSettings(served.app.services.settings.dataDir, { METRICS_PORT: metricsPort, WORKERS: '1' }),
    ownerUrl,
    () => readFiguresOfOne(served.app),
    opened,
  );
const readText = async (at = port) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text();
const readSamples = async (at = port) => parseFigures(await readText(at));

describe('Calls', () => {
  test('calls are counted by the route of the contract, by status and by urgency, and so are their durations', async () => {
    const hc = await world.as('hc');
    const before = await readSamples();
    for (let n = 0; n < 3; n += 1) await world.call(hc, listLocations, { params: { userId: hc.user.id } });
    expect((await world.send(anonymousCaller, listLocations, { params: { userId: hc.user.id } })).statusCode).toBe(401);
    const after = await readSamples();
    const grown = (name: string, labels: Record<string, string>) =>
      (sumOf(after, name, labels) ?? 0) - (sumOf(before, name, labels) ?? 0);
    const labels = { route: LIST, urgency: 'people' };
    expect(grown('vialkeep_calls_total', { ...labels, status: '200' })).toBe(3);
    expect(grown('vialkeep_calls_total', { ...labels, status: '401' })).toBe(1);
    expect(grown('vialkeep_call_duration_seconds_count', labels)).toBe(4);
    expect(grown('vialkeep_call_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(4);
    expect(grown('vialkeep_call_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  test('the refusals of a busy server are counted by urgency', async () => {
    const hc = await world.as('hc');
    const flood = Array.from({ length: 600 }, () => world.send(hc, createLocation, { body: LOCATION }));
    const refused = (await Promise.all(flood)).filter((answer) => answer.json().reason === 'busy').length;
    expect(refused).toBeGreaterThan(0);
    const samples = await readSamples();
    expect(sumOf(samples, 'vialkeep_calls_refused_busy_total', { urgency: 'people' })).toBe(refused);
    expect(sumOf(samples, 'vialkeep_calls_refused_busy_total', { urgency: 'vital' })).toBe(0);
    expect(sumOf(samples, 'vialkeep_calls_total', { route: CREATE, status: '503' })).toBe(refused);
  });

  test('paths, hosts, methods and headers that a caller invents add no value of a label', async () => {
    const routes = new Set(catalogue.map(({ route }) => `${route.method} ${route.path}`));
    for (const more of ['GET /healthz', 'GET /readyz', 'other']) routes.add(more);
    const attack = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
      world.raw({ method, url, headers: { host: 'localhost', ...headers } });
    await Promise.all([
      attack('/api/v1/users/<script>/'),
      attack('/api/v1/users/%22%7D%20evil%0A/', {}, 'DELETE'),
      attack('/api/v1/evil-one/'),
      attack('/evil-two', { host: 'evil.example' }),
      attack(listLocations.path, { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'user-agent': 'evil' }),
      attack(`${listLocations.path}?evil=1`, { authorization: 'token evil-evil-evil-evil-evil' }, 'POST'),
      attack('/api/v1/%zz/'),
      attack('/healthz'),
    ]);
    const text = await readText();
    expect(text).not.toMatch(/evil|script|localhost|@/);
    const allowed: Readonly<Record<string, (word: string) => boolean>> = {
      route: (word) => routes.has(word),
      status: (word) => /^[1-5](?:\d\d|xx)$/.test(word),
      urgency: (word) => ['vital', 'people', 'bulk', 'none'].includes(word),
      pool: (word) => ['platform', 'site', 'pipelined'].includes(word),
      part: (word) => ['p99', 'max'].includes(word),
      le: (word) => word === '+Inf' || Number(word) > 0,
      version: (word) => word === 'test-build',
    };
    const words = parseFigures(text).flatMap(({ labels }) => Object.entries(labels));
    expect(words.filter(([key, word]) => !allowed[key]?.(word))).toEqual([]);
    expect(sumOf(parseFigures(text), 'vialkeep_calls_total', { route: 'other', status: '404' })).toBeGreaterThan(0);
  });

  test('a server without METRICS_PORT records nothing and serves no figures', async () => {
    const other = await newWorld();
    others.push(other);
    expect(other.app.figures).toBeNull();
    const closers: (() => Promise<void>)[] = [];
    await serveFigures(other.app.services.settings, ownerUrlOf(other), () => readFiguresOfOne(other.app), closers);
    expect(closers).toEqual([]);
  });
});

describe('The process and the database', () => {
  test('admission, connections, event loop, memory, version and processes have figures', async () => {
    const samples = await readSamples();
    const value = (name: string, labels = {}) => sumOf(samples, name, labels) ?? Number.NaN;
    expect(value('vialkeep_admission_limit')).toBeGreaterThanOrEqual(8);
    expect(value('vialkeep_admission_running')).toBe(0);
    expect(value('vialkeep_admission_waiting')).toBe(0);
    for (const pool of ['platform', 'site', 'pipelined']) {
      expect(value('vialkeep_database_connections_open', { pool })).toBeGreaterThanOrEqual(
        value('vialkeep_database_connections_in_use', { pool }),
      );
      expect(value('vialkeep_database_waiting', { pool })).toBeGreaterThanOrEqual(0);
    }
    expect(value('vialkeep_event_loop_delay_seconds', { part: 'p99' })).toBeGreaterThanOrEqual(0);
    expect(value('vialkeep_memory_resident_bytes')).toBeGreaterThan(1_000_000);
    expect(value('vialkeep_heap_used_ratio')).toBeGreaterThan(0);
    expect(value('vialkeep_heap_used_ratio')).toBeLessThan(1);
    expect(value('vialkeep_build_info', { version: 'test-build' })).toBe(1);
    expect([value('vialkeep_processes'), value('vialkeep_processes_answered')]).toEqual([1, 1]);
    expect(value('vialkeep_worker_deaths_total')).toBe(0);
  });

  test('a task that holds a connection counts it as in use', async () => {
    const inUse = async () =>
      sumOf(await readSamples(), 'vialkeep_database_connections_in_use', { pool: 'platform' }) ?? Number.NaN;
    const before = await inUse();
    const during = await world.app.services.store.readSlowly('platform').connection().execute(inUse);
    expect([during - before, (await inUse()) - before]).toEqual([1, 0]);
  });

  test('jobs are counted as waiting, running or failed, and one that failed is tried again by the documented statement', async () => {
    await world.sql('delete from graphile_worker._private_jobs');
    await world.sql(`select graphile_worker.add_job('tidy-up', run_at => now() - interval '90 seconds')`);
    await world.sql(`select graphile_worker.add_job('tidy-up', run_at => now() + interval '1 hour')`);
    const [failed] = await world.sql<{ id: number }>(`select id from graphile_worker.add_job('tidy-up')`);
    const [running] = await world.sql<{ id: number }>(`select id from graphile_worker.add_job('tidy-up')`);
    await world.sql('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [failed?.id]);
    await world.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'worker'
       where id = $1`,
      [running?.id],
    );
    const samples = await readSamples();
    const figure = (name: string) => sumOf(samples, `vialkeep_jobs_${name}`);
    expect([figure('waiting'), figure('running'), figure('failed')]).toEqual([1, 1, 1]);
    expect(figure('oldest_seconds')).toBeGreaterThanOrEqual(90);
    await world.sql(`select graphile_worker.reschedule_jobs(array[${failed?.id}], attempts => 0)`);
    const later = await readSamples();
    expect([sumOf(later, 'vialkeep_jobs_waiting'), sumOf(later, 'vialkeep_jobs_failed')]).toEqual([2, 0]);
  });

  test('a database that does not answer is reported, without figures of jobs and with those of calls', async () => {
    const at = await freePort();
    await serve(world, at, 'postgres://vialkeep@127.0.0.1:1/vialkeep');
    const samples = await readSamples(at);
    expect(sumOf(samples, 'vialkeep_database_up')).toBe(0);
    expect(samples.filter(({ name }) => name.startsWith('vialkeep_jobs_'))).toEqual([]);
    expect(sumOf(samples, 'vialkeep_calls_total')).toBeGreaterThan(0);
    expect(sumOf(await readSamples(), 'vialkeep_database_up')).toBe(1);
  });
});

describe('Who can read the figures', () => {
  test('the public server does not answer them, on any path', async () => {
    for (const url of ['/metrics', '/metrics/', '/api/metrics', '/api/v1/metrics/']) {
      const answer = await world.raw({ method: 'GET', url });
      expect(answer.body).not.toContain('vialkeep_');
    }
  });

  test('the port of the figures answers nothing else', async () => {
    const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect((await at('/metrics')).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const statuses = await Promise.all([at('/'), at('/healthz'), at('/metrics', 'POST'), at('/api/v1/users/session/')]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  const outward = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
  test.skipIf(outward === undefined)('other addresses of the machine do not lead to the figures', async () => {
    await expect(fetch(`http://${outward}:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  test('a port in use ends the start with one sentence', async () => {
    await expect(serve(world, port)).rejects.toEqual(
      new StartupProblem(`Port ${port} is already in use; set METRICS_PORT to another one.`),
    );
  });
});
