import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import { inDatabase } from '../test-settings.ts';
import type { World } from '../world.ts';

/** A second server on a world's database that logs everything, in a separate process. */
export async function startLoggingServer(world: World) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-logging-'));
  const script = resolve(import.meta.dirname, 'talkative-server.ts');
  const url = inDatabase(inject('runtimeUrl'), world.name);
  const server = spawn(process.execPath, [script, url, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  server.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const [started] = await once(server.stderr, 'data');

  return {
    address: String(started).trim(),
    dataDir,
    /** Stops it gracefully and returns its complete log. */
    async end(): Promise<string> {
      server.kill('SIGTERM');
      await once(server, 'exit');
      return log;
    },
    async stop(): Promise<void> {
      server.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
