import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireSuccess } from './machine-image.ts';

export type MachinePlace = {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly image: string;
  readonly bridge: string;
  /** The text of /etc/hosts. */
  readonly hosts: string;
  /** Folders of this machine that the container sees, as arguments of systemd-nspawn. */
  readonly mounts: readonly string[];
};

export type Ended = { readonly code: number; readonly output: string };

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const BOOT_SECONDS = 120;
const COMMAND_TIMEOUT_MS = 900_000;

/** A machine of its own: Debian with systemd as its first process, in a container. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #place: MachinePlace;
  #container: ChildProcess | null = null;

  constructor(place: MachinePlace) {
    this.name = place.name;
    this.address = place.address;
    this.#place = place;
  }

  get isUp(): boolean {
    return this.#container !== null && this.#container.exitCode === null && this.#container.signalCode === null;
  }

  get #root(): string {
    return join(this.#place.folder, this.name);
  }

  /** Puts an empty Debian on the disk of the machine. */
  async renewDisk(): Promise<void> {
    const { image, hosts, address } = this.#place;
    await rm(this.#root, { recursive: true, force: true });
    requireSuccess('cp', ['-a', '--reflink=auto', image, this.#root]);
    await this.writeFile('/etc/hostname', `${this.name}\n`);
    await this.writeFile('/etc/hosts', hosts);
    await this.writeFile(
      '/etc/systemd/network/10-host0.network',
      `[Match]\nName=host0\n[Network]\nAddress=${address}/24\n`,
    );
  }

  async boot(): Promise<void> {
    const { bridge, mounts, folder } = this.#place;
    const log = openSync(join(folder, `${this.name}.log`), 'a');
    const own = ['--boot', '--register=no', '--keep-unit', '--resolv-conf=off', `--machine=${this.name}`];
    const args = ['--directory', this.#root, ...own, `--network-bridge=${bridge}`, ...mounts];
    // In a process group of its own, so that Ctrl+C reaches only this program, which then removes the machines.
    const container = spawn('systemd-nspawn', args, { detached: true, stdio: ['ignore', log, log] });
    this.#container = container;
    for (let waited = 0; waited < BOOT_SECONDS; waited += 1) {
      await sleep(1_000);
      if (!this.isUp) break;
      const { output } = await this.tryRun('systemctl is-system-running');
      if (/^(running|degraded)/m.test(output)) return;
    }
    throw new Error(`The machine ${this.name} did not boot; see ${folder}/${this.name}.log.`);
  }

  /** Ends every process of the machine at once, as a power cut does. */
  async cutPower(): Promise<void> {
    const container = this.#container;
    if (!container || !this.isUp) return;
    const ended = once(container, 'exit');
    const leader = this.#leader();
    if (leader === null) container.kill('SIGKILL');
    else process.kill(leader, 'SIGKILL');
    await ended;
    this.#container = null;
  }

  async destroy(): Promise<void> {
    await this.cutPower();
    await rm(this.#root, { recursive: true, force: true });
  }

  /** Runs a command in a shell of root and returns its output; throws with the output if it fails. */
  async run(command: string): Promise<string> {
    const { code, output } = await this.tryRun(command);
    if (code !== 0) throw new Error(`${this.name}: ${command}\nended with ${code}:\n${output}`);
    return output;
  }

  async tryRun(command: string): Promise<Ended> {
    const leader = this.#leader();
    if (leader === null) return { code: 255, output: `${this.name} is off.` };
    const settings = [`PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
    const shell = ['sh', '-c', `cd /srv/vialkeep && { ${command}\n}`];
    const child = spawn('nsenter', ['-t', String(leader), '-a', 'env', '-i', ...settings, ...shell], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: COMMAND_TIMEOUT_MS,
    });
    let output = '';
    const gather = (chunk: Buffer) => void (output += chunk.toString());
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    await once(child, 'close');
    return { code: child.exitCode ?? 255, output };
  }

  readFile(path: string): string {
    return readFileSync(join(this.#root, path), 'utf8');
  }

  /** Writes into the disk of the machine, also while it is off; an existing file keeps its owner and mode. */
  async writeFile(path: string, text: string): Promise<void> {
    await mkdir(join(this.#root, path, '..'), { recursive: true });
    await writeFile(join(this.#root, path), text);
  }

  /** The first process of the container, seen from outside; null while the machine is off. */
  #leader(): number | null {
    const pid = this.#container?.pid;
    if (pid === undefined || !this.isUp) return null;
    try {
      const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
      return Number(child) || null;
    } catch {
      return null;
    }
  }
}
