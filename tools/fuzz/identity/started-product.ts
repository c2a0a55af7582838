import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../harness/product.ts';

export type Settings = Readonly<Record<string, string>>;

/** Far longer than a start takes on any machine; a timeout means that something is broken. */
const TIMEOUT_MS = 300_000;

/** The product of a checkout in a separate process, on a new or existing data folder. */
export class StartedProduct {
  readonly port: number;
  readonly dataDir: string;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(checkout: string, port: number, dataDir: string, settings: Settings) {
    this.port = port;
    this.dataDir = dataDir;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...settings };
    this.#process = spawn(process.execPath, [join(checkout, 'server/main.ts')], { cwd: dataDir, env });
    this.#process.stdout?.on('data', (chunk) => (this.#output += chunk));
    this.#process.stderr?.on('data', (chunk) => (this.#output += chunk));
  }

  /** Uses a new data folder unless one is given. `{port}` in a setting is replaced by the port it listens on. */
  static async launch(checkout: string, settings: Settings, dataDir = newDataDir()): Promise<StartedProduct> {
    const port = await freePort();
    const given = Object.entries(settings).map(
      ([name, value]) => [name, value.replace('{port}', String(port))] as const,
    );
    return new StartedProduct(checkout, port, dataDir, Object.fromEntries(given));
  }

  get output(): string {
    return this.#output;
  }

  /** Returns true when the product serves requests; false if it exits instead. */
  async becomesReady(): Promise<boolean> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (this.#hasEnded) return false;
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null);
      if (answer?.ok) return true;
      await sleep(50);
    }
    await this.stop();
    throw new Error(`The product neither served nor ended.\n${this.#output}`);
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }

  async removeData(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vialkeep-identity-'));
  // The database may run as another user than root.
  chmodSync(dataDir, 0o755);
  return dataDir;
}
