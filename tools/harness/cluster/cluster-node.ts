import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireValid } from './programs.ts';

export type NodeProgram = 'etcd' | 'patroni';

type Launch = { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> };

export type NodePlace = {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly dataDir: string;
  /** True if the data is on a small disk of its own. */
  readonly hasDisk: boolean;
  /** True if Patroni and PostgreSQL read the time from a clock of this node. */
  readonly hasClock: boolean;
  /** The command line that runs a program on this node as the user of PostgreSQL. */
  readonly through: (command: readonly string[]) => readonly string[];
};

export type Ended = { readonly code: number; readonly output: string };

/** Longer than an orderly stop takes; what still runs then is killed. */
const STOP_MS = 30_000;

/** One machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export class ClusterNode {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly hasDisk: boolean;
  readonly hasClock: boolean;
  readonly #through: NodePlace['through'];
  readonly #launches: Readonly<Record<NodeProgram, Launch>>;
  readonly #running = new Map<NodeProgram, ChildProcess>();
  #isStopped = false;

  constructor(place: NodePlace, launches: Readonly<Record<NodeProgram, Launch>>) {
    this.name = place.name;
    this.address = place.address;
    this.folder = place.folder;
    this.dataDir = place.dataDir;
    this.hasDisk = place.hasDisk;
    this.hasClock = place.hasClock;
    this.#through = place.through;
    this.#launches = launches;
    mkdirSync(join(place.folder, 'log'), { recursive: true });
  }

  start(program: NodeProgram): void {
    if (this.#isStopped || this.#running.has(program)) return;
    const { command, env } = this.#launches[program];
    const [file = '', ...args] = this.#through(command);
    const log = openSync(join(this.folder, 'log', `${program}.log`), 'a');
    const child = spawn(file, args, { cwd: '/', env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#running.set(program, child);
    child.once('error', () => this.#running.delete(program));
    child.once('exit', () => {
      if (this.#running.get(program) === child) this.#running.delete(program);
    });
  }

  /** Throws what Patroni says about its file; it also checks that it can reach etcd. */
  requireValidFile(): void {
    const { command, env } = this.#launches.patroni;
    const [program = '', ...args] = this.#through(command.toSpliced(-1, 0, '--validate-config'));
    requireValid([program, ...args], env);
  }

  /** Runs a command on this node with the environment of Patroni, as an operator does. */
  async run(...command: readonly string[]): Promise<Ended> {
    const [file = '', ...args] = this.#through(command);
    const env = { PATH: process.env.PATH, ...this.#launches.patroni.env };
    const child = spawn(file, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode ?? 1, output };
  }

  /** The last output of a program, for messages about a start that failed. */
  logOf(program: NodeProgram): string {
    const file = join(this.folder, 'log', `${program}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-3_000) : '';
  }

  async kill(program: NodeProgram, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#running.get(program);
    if (!child) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Ends every process of the node without a shutdown, as a power failure would. */
  async killMachine(): Promise<void> {
    // Patroni first: it would start a dead PostgreSQL again.
    await Promise.all([this.kill('patroni'), this.kill('etcd')]);
    await this.killPostgres();
  }

  async killPostgres(): Promise<void> {
    const all = this.#processesOfPostgres();
    for (const pid of all) signalIfRunning(pid, 'SIGKILL');
    while (all.some(isRunning)) await sleep(20);
  }

  /** PostgreSQL hangs as on a machine without processor time: its connections stay open and nothing answers. */
  pausePostgres(): void {
    for (const pid of this.#processesOfPostgres()) signalIfRunning(pid, 'SIGSTOP');
  }

  resumePostgres(): void {
    for (const pid of this.#processesOfPostgres()) signalIfRunning(pid, 'SIGCONT');
  }

  startAll(): void {
    this.start('etcd');
    this.start('patroni');
  }

  /** Patroni stops PostgreSQL when it ends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const timer = new AbortController();
    const tooLong = sleep(STOP_MS, null, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.kill('patroni', 'SIGTERM'), tooLong]);
    timer.abort();
    await this.killMachine();
  }

  #processesOfPostgres(): number[] {
    const postmaster = this.#postmaster();
    return postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
  }

  #postmaster(): number | null {
    try {
      const pid = Number(readFileSync(join(this.dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      return commandOf(pid).includes('postgres') ? pid : null;
    } catch {
      return null;
    }
  }
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function signalIfRunning(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function isRunning(pid: number): boolean {
  try {
    // A process that was killed and not yet collected by its parent has no command line.
    return commandOf(pid) !== '';
  } catch {
    return false;
  }
}
