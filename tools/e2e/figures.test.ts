import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFigures, sumOf } from '../../server/testing/parse-figures.ts';
import { freePort, type Product } from '../harness/product.ts';
import { workersOf } from '../harness/server-processes.ts';
import { startDemoCopy } from './demo-copy.ts';

const CALLS = 8;
const COUNTED = { route: 'GET /api/v1/users/session/', status: '401' };

let product: Product;
let figuresUrl: string;
beforeAll(async () => {
  const port = await freePort();
  figuresUrl = `http://127.0.0.1:${port}/metrics`;
  product = await startDemoCopy({ settings: { WORKERS: '2', METRICS_PORT: String(port) } });
});
afterAll(() => product.removeData());

const readSamples = async () => parseFigures(await (await fetch(figuresUrl)).text());

/** Each connection goes to the next process. */
const callOnNewConnection = () =>
  new Promise<number | undefined>((resolve, reject) =>
    request(`${product.baseUrl}/api/v1/users/session/`, { agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode)),
    )
      .on('error', reject)
      .end(),
  );

test('the figures of both processes are merged, and survive the death of one until the server ends', async () => {
  for (let n = 0; n < CALLS; n += 1) expect(await callOnNewConnection()).toBe(401);
  const samples = await readSamples();
  expect(sumOf(samples, 'vialkeep_calls_total', COUNTED)).toBe(CALLS);
  expect(sumOf(samples, 'vialkeep_processes_answered')).toBe(2);
  expect(sumOf(samples, 'vialkeep_database_up')).toBe(1);
  expect(sumOf(samples, 'vialkeep_worker_deaths_total')).toBe(0);
  const limit = sumOf(samples, 'vialkeep_admission_limit') ?? 0;
  expect(limit).toBeGreaterThanOrEqual(16);

  const [victim] = workersOf(product);
  process.kill(victim ?? 0, 'SIGKILL');
  const afterDeath = async () => {
    const now = await readSamples();
    return [sumOf(now, 'vialkeep_worker_deaths_total'), sumOf(now, 'vialkeep_processes_answered')];
  };
  await expect.poll(afterDeath).toEqual([1, 2]);
  expect(sumOf(await readSamples(), 'vialkeep_calls_total', COUNTED)).toBe(CALLS);

  const onPublicPort = await fetch(`${product.baseUrl}/metrics`);
  expect(await onPublicPort.text()).not.toContain('vialkeep_');
  const { exitCode } = await product.stop();
  expect(exitCode).toBe(0);
  await expect(fetch(figuresUrl)).rejects.toThrow('fetch failed');
});
