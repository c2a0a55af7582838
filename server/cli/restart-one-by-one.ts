import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type Restart = {
  /** The ports of the servers behind nginx, on this machine. */
  readonly ports: readonly number[];
  /** The file that nginx includes: the upstream with these servers. */
  readonly upstreamFile: string;
  /** Makes nginx reload its configuration; throws when the configuration is wrong. */
  readonly reload: () => Promise<void>;
  /** Stops the server of this port gracefully and starts it again. */
  readonly restart: (port: number) => Promise<void>;
  readonly say: (sentence: string) => void;
};

/**
 * Restarts one server after the other without failed requests. Each server is taken out of the upstream before it
 * stops: nginx may already have sent a request on a connection that the server no longer accepts, and it must not send
 * a write twice. A server that does not come back stays out, and the restart continues with the next.
 */
export async function restartOneByOne({ ports, upstreamFile, reload, restart, say }: Restart): Promise<void> {
  if (ports.length < 2) throw new Error('With a single server no other server can answer meanwhile.');
  for (const port of ports) {
    await replace(upstreamFile, upstream(ports, port));
    await reload();
    // nginx still forwards requests that it began to read under the old configuration.
    await sleep(SETTLE_MS);
    await restart(port);
    await untilReady(port);
    say(`The server on port ${port} has been restarted.`);
  }
  await replace(upstreamFile, upstream(ports));
  await reload();
}

const SETTLE_MS = 1_000;
const TIMEOUT_MS = 120_000;

/**
 * The upstream `vialkeep` with all servers except the one that is being restarted. Answers take between two and some
 * hundred milliseconds, so nginx sends a request to the server with the fewest connections, which all of its workers
 * count together.
 */
export function upstream(ports: readonly number[], without?: number): string {
  const servers = ports.map((port) => `  server 127.0.0.1:${port}${port === without ? ' down' : ''};`);
  return ['upstream vialkeep {', '  zone vialkeep 64k;', '  least_conn;', ...servers, '}', ''].join('\n');
}

/** Replaces the file atomically. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`The server on port ${port} does not become ready; nginx passes nothing to it.`);
}
