import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unhurried } from '../../server/testing/servers/unhurried.ts';
import { buildPages } from './build-pages.ts';

export type Settings = Readonly<Record<string, string>>;

/** The exit code and output of a start that failed. */
export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

export type Start = {
  /** The root of another checkout of the product. */
  readonly checkout?: string;
  readonly program?: string;
  readonly nodeFlags?: readonly string[];
  readonly dataDir?: string;
  readonly settings?: Settings;
  /** A command that starts the product; it receives the rest of the command line. */
  readonly through?: readonly string[];
  /** A file for the log instead of the memory of this process. */
  readonly logFile?: string;
  /** Called when the process has begun, long before it serves. */
  readonly onLaunch?: (product: Product) => void;
};

const ROOT = resolve(import.meta.dirname, '../..');
/** Far longer than a start takes on any machine; a timeout means that something is broken. */
const TIMEOUT_MS = 300_000;
/** The flags of `npm start`; by default V8 sizes its heap by the machine's memory. */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
/** Tests look into one process, and a slow machine must not refuse their calls as busy. */
const ONE_PATIENT_PROCESS = { WORKERS: '1', ADMIT_WAIT_MS: '0' };
/** No other variable reaches the product, because each could be one of its settings. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** The product as operators run it: a separate process with its own data. */
export class Product {
  readonly start: Start;
  readonly settings: Settings;
  readonly pid: number;
  readonly port: number;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Empty if the log is written to a file. */
  readonly output = { stdout: '', stderr: '' };
  readonly #began = performance.now();
  #readyAfterMs = 0;

  constructor(start: Start, settings: Settings, dataDir: string) {
    this.start = start;
    this.settings = settings;
    this.port = Number(settings.PORT);
    this.baseUrl = `http://localhost:${settings.PORT}`;
    this.dataDir = dataDir;
    const program = resolve(start.checkout ?? ROOT, start.program ?? 'server/main.ts');
    const [command, ...args] = [...(start.through ?? []), process.execPath, ...(start.nodeFlags ?? []), program];
    const log = start.logFile === undefined ? null : openSync(start.logFile, 'a');
    this.process = spawn(command, args, {
      // A folder without a file of settings.
      cwd: tmpdir(),
      env: { ...pickEnvironment(), ...settings, DATA_DIR: dataDir },
      stdio: log === null ? 'pipe' : ['ignore', log, 'inherit'],
    });
    if (log !== null) closeSync(log);
    this.pid = this.process.pid ?? 0;
    this.process.stdout?.on('data', (chunk) => (this.output.stdout += chunk));
    this.process.stderr?.on('data', (chunk) => (this.output.stderr += chunk));
  }

  get readyAfterMs(): number {
    return this.#readyAfterMs;
  }

  get hasEnded(): boolean {
    return hasEnded(this.process);
  }

  /** The whole output, for messages about a start that failed. */
  get text(): string {
    return `${this.output.stdout}\n${this.output.stderr}`.trim();
  }

  /** Returns true when the product serves requests; false if it exits instead. */
  async becomesReady(): Promise<boolean> {
    const isReady = await becomesReady(this.process, this.port);
    this.#readyAfterMs = performance.now() - this.#began;
    return isReady;
  }

  async ready(): Promise<this> {
    if (await this.becomesReady()) return this;
    throw new Error(`The product ended before it was ready.\n${this.text}`);
  }

  /** Waits until the product has printed this. */
  async printed(sentence: string): Promise<void> {
    for (const deadline = performance.now() + TIMEOUT_MS; !this.output.stdout.includes(sentence); await sleep(20)) {
      if (performance.now() > deadline) throw new Error(`The product did not print “${sentence}”.\n${this.text}`);
    }
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
    if (!this.hasEnded) await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Starts a product and waits until it serves requests. */
export async function startProduct(start: Start = {}): Promise<Product> {
  return (await launchProduct(start)).ready();
}

/** Starts a product without waiting, for starts that must fail. */
export async function launchProduct(start: Start): Promise<Product> {
  if ((start.checkout ?? ROOT) === ROOT) buildPages();
  const PORT = start.settings?.PORT ?? String(await freePort());
  const settings = {
    PORT,
    BASE_URL: `http://localhost:${PORT}`,
    LOG_LEVEL: 'warn',
    ...ONE_PATIENT_PROCESS,
    ...start.settings,
  };
  const product = new Product(start, settings, start.dataDir ?? newDataDir());
  start.onLaunch?.(product);
  return product;
}

/** Starts the product again with the same data and settings. */
export async function restartProduct({ start, dataDir, settings }: Product): Promise<Product> {
  return startProduct({ ...start, through: [], dataDir, settings });
}

/**
 * Starts the product with the demo network, without limits per network. The log goes to a file as in production,
 * because writing it is part of the measured work.
 */
export async function startDemo(
  settings: Settings,
  nodeFlags: readonly string[] = [],
  checkout: string = ROOT,
  onLaunch: Start['onLaunch'] = () => {},
): Promise<Product> {
  const { DATA_DIR: dataDir, ...others } = settings;
  return startProduct({
    checkout,
    ...(dataDir === undefined ? {} : { dataDir }),
    settings: { LOG_LEVEL: 'info', DEMO: 'on', ...unhurried, ...others },
    nodeFlags: [...MEMORY_FLAGS, ...nodeFlags],
    logFile: logOf(settings),
    onLaunch,
  });
}

/** Returns the path of the log of a demo with these settings. */
export function logOf({ DATA_DIR = tmpdir() }: Settings): string {
  return join(DATA_DIR, 'product.log');
}

/** Returns true when a server on this port is ready; false if the process exits instead. */
async function becomesReady(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (hasEnded(child)) return false;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await sleep(10);
  }
  child.kill('SIGTERM');
  throw new Error('The product neither served requests nor ended within five minutes.');
}

/** Waits until a server on this port, such as a proxy, is ready. */
export async function untilReady(child: ChildProcess, port: number): Promise<void> {
  if (!(await becomesReady(child, port)))
    throw new Error(`The server ended with ${child.exitCode} before it was ready.`);
}

export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vialkeep-product-'));
  // The database may run as another user than root.
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

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function pickEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
}
