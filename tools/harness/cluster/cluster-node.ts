import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireValid } from './programs.ts';

export type NodeProgram = 'etcd' | 'patroni';

type Launch = { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** One machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export class ClusterNode {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #launches: Readonly<Record<NodeProgram, Launch>>;
  readonly #running = new Map<NodeProgram, ChildProcess>();

  constructor(name: string, address: string, folder: string, launches: Readonly<Record<NodeProgram, Launch>>) {
    this.name = name;
    this.address = address;
    this.#folder = folder;
    this.#launches = launches;
    mkdirSync(join(folder, 'log'), { recursive: true });
  }

  start(program: NodeProgram): void {
    if (this.#running.has(program)) return;
    const { command, env } = this.#launches[program];
    const [file = '', ...args] = command;
    const log = openSync(join(this.#folder, 'log', `${program}.log`), 'a');
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
    const [program = '', ...args] = command;
    requireValid([program, ...args.toSpliced(-1, 0, '--validate-config')], env);
  }

  /** The last output of a program, for messages about a start that failed. */
  logOf(program: NodeProgram): string {
    const file = join(this.#folder, 'log', `${program}.log`);
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
    const postmaster = this.#postmaster();
    if (postmaster === null) return;
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of all) killIfRunning(pid);
    while (all.some(isRunning)) await sleep(20);
  }

  startAll(): void {
    this.start('etcd');
    this.start('patroni');
  }

  /** Patroni stops PostgreSQL when it ends. */
  async stop(): Promise<void> {
    await this.kill('patroni', 'SIGTERM');
    await this.killMachine();
  }

  #postmaster(): number | null {
    try {
      const pid = Number(readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
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

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
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
