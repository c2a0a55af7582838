import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Children } from './children.ts';

const SLEEP = ['-e', 'setInterval(() => {}, 1000); console.log("runs")'];

async function startSleeper() {
  const child = spawn(process.execPath, SLEEP, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child;
}

test('programs of a check are ended by their signals, and one that starts meanwhile is ended too', async () => {
  const children = new Children();
  const [first, second, late] = [await startSleeper(), await startSleeper(), await startSleeper()];
  children.add(first);
  children.add(second, 'SIGQUIT');
  await children.endAll();
  expect([first.signalCode, second.signalCode]).toEqual(['SIGTERM', 'SIGQUIT']);
  const ended = once(late, 'exit');
  children.add(late);
  await ended;
  expect(late.signalCode).toBe('SIGKILL');
});

test('a program that has ended by itself, or never started, does not hold up the end', async () => {
  const children = new Children();
  const ended = spawn(process.execPath, ['-e', '']);
  children.add(ended);
  const missing = spawn('/no/such/program').on('error', () => {});
  children.add(missing);
  await once(ended, 'exit');
  await children.endAll();
});
