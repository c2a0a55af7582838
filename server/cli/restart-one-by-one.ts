import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type Restart = {
  /** Of the servers behind nginx, on this machine. */
  readonly ports: readonly number[];
  /** What nginx includes: the upstream that leads to them. */
  readonly upstreamFile: string;
  /** Has nginx read its configuration anew; fails where it is wrong. */
  readonly reload: () => Promise<void>;
  /** Stops the server of this port gently and starts it again. */
  readonly restart: (port: number) => Promise<void>;
  readonly say: (sentence: string) => void;
};

/**
 * Restarts one server after the other, so that nobody notices. Each is taken out of the upstream before it is stopped:
 * a connection that a server no longer accepts is one whose request nginx may have sent already, and it must not send a
 * write twice. A server that does not come back is left out, and the rest goes on.
 */
export async function restartOneByOne({ ports, upstreamFile, reload, restart, say }: Restart): Promise<void> {
  if (ports.length < 2) throw new Error('With a single server there is nobody to serve meanwhile.');
  for (const port of ports) {
    await replace(upstreamFile, upstream(ports, port));
    await reload();
    // Requests that nginx had begun to read are still passed on by the old configuration.
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
 * The upstream `vialkeep` with all of its servers, but for the one that is being restarted. Answers take between two and
 * some hundred milliseconds, so a request goes to the server with the fewest, which all of nginx's workers count together.
 */
export function upstream(ports: readonly number[], without?: number): string {
  const servers = ports.map((port) => `  server 127.0.0.1:${port}${port === without ? ' down' : ''};`);
  return ['upstream vialkeep {', '  zone vialkeep 64k;', '  least_conn;', ...servers, '}', ''].join('\n');
}

/** The old content or the new one, never a part. */
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
