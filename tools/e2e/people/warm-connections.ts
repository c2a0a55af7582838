import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Product } from '../../harness/product.ts';
import { workersOf } from '../../harness/server-processes.ts';

const CONNECTIONS = 12;
/** How often each connection calls after the change was acknowledged. */
const CALLS_AFTER = 3;

/** A call that is repeated on every connection. */
export type RepeatedCall = { readonly path: string; readonly token: string };

/** Connections that stay open and that the server has spread over its processes. */
export class WarmConnections {
  readonly #product: Product;
  readonly #agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  readonly #ports = new Set<number>();

  constructor(product: Product) {
    this.#product = product;
  }

  /** Makes the call once on each connection, on all at the same time. */
  statuses(call: RepeatedCall): Promise<number[]> {
    return Promise.all(this.#agents.map((agent) => this.#status(agent, call)));
  }

  /**
   * Repeats the call on each connection while the change is made, and returns the statuses of the calls that were sent
   * after the change was acknowledged. A call that overlaps with the change may be answered as before or after it.
   */
  async statusesAfter(change: () => Promise<{ status: number }>, call: RepeatedCall): Promise<number[]> {
    const seen = { isAcknowledged: false };
    const callers = this.#agents.map(async (agent) => {
      while (!seen.isAcknowledged) await this.#status(agent, call);
      const statuses: number[] = [];
      for (let n = 0; n < CALLS_AFTER; n += 1) statuses.push(await this.#status(agent, call));
      return statuses;
    });
    const { status } = await change().finally(() => {
      seen.isAcknowledged = true;
    });
    const statuses = await Promise.all(callers);
    if (status !== 200) throw new Error(`The change was refused with ${status}.`);
    return statuses.flat();
  }

  /** The workers that hold the connections on which calls were made. */
  workers(): number[] {
    const sockets = socketsTo(this.#product.port, this.#ports);
    return workersOf(this.#product).filter((pid) => openFilesOf(pid).some((file) => sockets.has(file)));
  }

  /** The number of connections so far; it grows when the server closes one. */
  get opened(): number {
    return this.#ports.size;
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #status(agent: Agent, { path, token }: RepeatedCall): Promise<number> {
    const { port } = this.#product;
    const headers = { host: `localhost:${port}`, authorization: `token ${token}` };
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, agent, headers }, (answer) => {
        this.#ports.add(answer.socket.localPort ?? 0);
        answer.on('error', reject);
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      call.on('error', reject).end();
    });
  }
}

const hexPort = (address = '') => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

/** The server's ends of the connections from these local ports, as /proc names them among open files. */
function socketsTo(port: number, from: ReadonlySet<number>): Set<string> {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'));
  const ends = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, remote]) => hexPort(local) === port && from.has(hexPort(remote)));
  return new Set(ends.map((columns) => `socket:[${columns[9]}]`));
}

function openFilesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      // Closed since the folder was read.
      return [];
    }
  });
}
