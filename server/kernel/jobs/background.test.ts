import pino from 'pino';
import { expect, test } from 'vitest';
import { newBackground } from './background.ts';

const log = pino({ enabled: false });
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a task that is started while it runs is run once more after its end, also after a failure', async () => {
  const background = newBackground(log);
  const runs: PromiseWithResolvers<void>[] = [];
  const start = () =>
    background.start('task', () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    });
  start();
  await nextTurn();
  start();
  start();
  await nextTurn();
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('no'));
  await nextTurn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await nextTurn();
  expect(runs).toHaveLength(2);
  await background.stop();
});

test('the end waits for the running task, and no task is started afterwards', async () => {
  const background = newBackground(log);
  let runs = 0;
  let isAborted = false;
  const start = () =>
    background.start('task', async (signal) => {
      runs += 1;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      isAborted = true;
    });
  start();
  await nextTurn();
  start();
  await background.stop();
  expect(isAborted).toBe(true);
  start();
  await nextTurn();
  expect(runs).toBe(1);
});
