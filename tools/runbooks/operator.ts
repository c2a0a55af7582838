import { setTimeout as sleep } from 'node:timers/promises';
import { COMMANDS } from './commands.ts';
import type { Machine } from './machine.ts';
import { fillIn, type RunbookDocument } from './runbook-document.ts';

type Sections = typeof COMMANDS;
type Values = Readonly<Record<string, string>>;

const CLUSTER = 'A database that survives its machine';
const ASK_EVERY_MS = 3_000;
const WAIT_MS = 300_000;

/** Does on the machines what the document says, with its own commands, and counts them. */
export class Operator {
  readonly #document: RunbookDocument;
  #commands = 0;

  constructor(document: RunbookDocument) {
    this.#document = document;
  }

  get commands(): number {
    return this.#commands;
  }

  /** Runs a command of the document; `values` are what it leaves to the operator. */
  async do<S extends keyof Sections>(machine: Machine, section: S, name: keyof Sections[S], values: Values = {}) {
    const command = this.#commandOf(section, name, values);
    this.#commands += 1;
    console.log(`    ${machine.name}# ${command}`);
    return machine.run(this.#inShell(command));
  }

  /** Runs SQL of the document in the psql of the document. */
  async sql(machine: Machine, name: 'createRole' | 'createDatabase', values: Values = {}): Promise<void> {
    const statement = this.#commandOf(CLUSTER, name, values);
    const psql = this.#commandOf(CLUSTER, 'psql', {});
    this.#commands += 1;
    console.log(`    ${machine.name}# ${statement}`);
    await machine.run(`${psql} <<'END'\n\\set ON_ERROR_STOP on\n${statement};\nEND`);
  }

  /** Repeats a command of the document until its output is the wanted one. */
  async until<S extends keyof Sections>(
    machine: Machine,
    section: S,
    name: keyof Sections[S],
    isWanted: (output: string) => boolean,
  ): Promise<string> {
    const command = this.#commandOf(section, name, {});
    this.#commands += 1;
    console.log(`    ${machine.name}# ${command}   (until it says what the document says)`);
    let output = '';
    for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await sleep(ASK_EVERY_MS)) {
      ({ output } = await machine.tryRun(this.#inShell(command)));
      if (isWanted(output)) return output;
    }
    throw new Error(`${machine.name}: ${command}\ndoes not say what the document says:\n${output}`);
  }

  #commandOf<S extends keyof Sections>(section: S, name: keyof Sections[S], values: Values): string {
    const command = String(COMMANDS[section][name]);
    this.#document.requireCommand(section, command);
    return fillIn(command, values);
  }

  /** Programs of Patroni need its settings, which the document reads into the shell. */
  #inShell(command: string): string {
    return command.startsWith('patroni') ? `${this.#commandOf(CLUSTER, 'readSettings', {})}\n${command}` : command;
  }
}

/** Whether `patronictl list` shows this number of nodes at work, a leader and a synchronous one among them. */
export function isHealthy(list: string, nodes: number): boolean {
  const rows = list.split('\n').filter((row) => /\| +running +\|/.test(row));
  const hasRole = (role: RegExp) => rows.some((row) => role.test(row));
  return rows.length === nodes && hasRole(/\| Leader +\|/) && (nodes === 1 || hasRole(/\| Sync Standby +\|/));
}

export function leaderIn(list: string): string | null {
  return /^\| (\w+) +\|[^|]*\| Leader/m.exec(list)?.[1] ?? null;
}

export function synchronousIn(list: string): string | null {
  return /^\| (\w+) +\|[^|]*\| Sync Standby/m.exec(list)?.[1] ?? null;
}
