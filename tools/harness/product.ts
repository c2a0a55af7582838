import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unhurried } from '../../server/testing/servers/unhurried.ts';

const root = resolve(import.meta.dirname, '../..');
const TIMEOUT_MS = 180_000;
/** The flags of `npm start`; by default V8 sizes its heap by the machine's memory. */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

export type Product = {
  readonly pid: number;
  readonly port: number;
  readonly readyAfterMs: number;
  stop(): Promise<void>;
  /** Kills the process without a shutdown. */
  kill9(): Promise<void>;
};

/** Starts the product with these settings as an operator does and waits until it reports ready. */
export async function startProduct(
  settings: Record<string, string>,
  nodeFlags: readonly string[] = [],
): Promise<Product> {
  const port = Number(settings.PORT ?? (await freePort()));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const log = openSync(logOf(settings), 'a');
  const began = performance.now();
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...nodeFlags, join(root, 'server/main.ts')], {
    cwd: settings.DATA_DIR,
    env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), DEMO: 'on', ...unhurried, ...settings },
    // The log goes to a file as in production, because writing it is part of the measured work.
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  await untilReady(child, port);
  return {
    pid: child.pid ?? 0,
    port,
    readyAfterMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
    async kill9() {
      child.kill('SIGKILL');
      if (child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Returns the path of the log of a product with these settings. */
export function logOf(settings: Record<string, string>): string {
  return join(settings.DATA_DIR ?? tmpdir(), 'product.log');
}

export async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} before it was ready.`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(5);
  }
  child.kill('SIGTERM');
  throw new Error('The product did not become ready within three minutes.');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
