import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Settings = Readonly<Record<string, string>>;

/** The exit code and output of a start that failed. */
export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

const ROOT = resolve(import.meta.dirname, '../..');
const READY_MS = 300_000;

/** The product as operators run it: a separate process with its own data. */
export class Product {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly program: string;
  readonly output = { stdout: '', stderr: '' };
  readonly process: ChildProcess;

  constructor({ program, dataDir, settings, through }: Required<Start>) {
    this.program = program;
    this.dataDir = dataDir;
    this.settings = settings;
    this.baseUrl = `http://localhost:${settings.PORT}`;
    const [command, ...args] = [...through, process.execPath, program];
    this.process = spawn(command, args, { cwd: ROOT, env: environment({ ...settings, DATA_DIR: dataDir }) });
    this.process.stdout?.on('data', (chunk) => (this.output.stdout += chunk));
    this.process.stderr?.on('data', (chunk) => (this.output.stderr += chunk));
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async ready(): Promise<this> {
    const deadline = Date.now() + READY_MS;
    while (!this.hasEnded && Date.now() < deadline) {
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => null);
      if (answer?.ok) return this;
      await sleep(25);
    }
    throw new Error(`The product did not get ready.\n${this.output.stdout}\n${this.output.stderr}`);
  }

  /** Waits until the process ends by itself. */
  async ended(): Promise<Outcome> {
    if (!this.hasEnded) await once(this.process, 'exit');
    // The last output may still be in the pipe.
    await sleep(20);
    return { exitCode: this.process.exitCode, ...this.output };
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Outcome> {
    this.process.kill(signal);
    return this.ended();
  }

  /** Kills the process without a shutdown. */
  async kill9(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended();
  }

  async removeData(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

type Start = {
  program?: string;
  dataDir?: string;
  settings?: Settings;
  /** A command that starts the product; it receives the rest of the command line. */
  through?: readonly string[];
};

/** Starts a product and waits until it serves requests. */
export async function startProduct(start: Start = {}): Promise<Product> {
  return (await launchProduct(start)).ready();
}

/** Starts a product without waiting, for starts that must fail. */
export async function launchProduct(start: Start): Promise<Product> {
  const PORT = start.settings?.PORT ?? String(await freePort());
  return new Product({
    program: start.program ?? 'server/main.ts',
    dataDir: start.dataDir ?? newDataDir(),
    settings: { PORT, BASE_URL: `http://localhost:${PORT}`, LOG_LEVEL: 'warn', ...start.settings },
    through: start.through ?? [],
  });
}

/** Starts the product again with the same data and settings. */
export async function restartProduct(product: Product): Promise<Product> {
  return startProduct({ program: product.program, dataDir: product.dataDir, settings: product.settings });
}

export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vialkeep-e2e-'));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** Removes the variables of the test runner, so that the product starts as in normal use. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const given = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !/^VITE|^DATABASE_/.test(name));
  return { ...Object.fromEntries(given), ...settings };
}
