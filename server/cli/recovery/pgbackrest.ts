import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SystemUser } from '../../integrations/database/other-user.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Children } from './children.ts';

/** Where a repository is described, and as which user and in which folder its programs run. */
export type Repository = {
  readonly config: string;
  readonly stanza: string;
  readonly user: SystemUser | null;
  /** Locks and received segments go here, never to the paths of the running cluster. */
  readonly folder: string;
  readonly children: Children;
};

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The stanza of a configuration file, which must have exactly one unless the operator names it. */
export function readStanza(config: string, wanted: string | undefined): string {
  let text: string;
  try {
    text = readFileSync(config, 'utf8');
  } catch {
    throw new StartupProblem(`The configuration of pgBackRest cannot be read: ${config}.`);
  }
  const sections = [...text.matchAll(/^\[([^\]:]+)(?::[^\]]*)?\]/gm)].map(([, name = '']) => name);
  const stanzas = [...new Set(sections)].filter((name) => name !== 'global');
  const stanza = wanted ?? (stanzas.length === 1 ? stanzas[0] : undefined);
  if (stanza === undefined || !stanzas.includes(stanza)) {
    throw new StartupProblem(`Say which stanza with --stanza: ${config} has ${stanzas.join(', ') || 'none'}.`);
  }
  return stanza;
}

/** Runs a command of pgBackRest that only reads the repository. */
export function runPgBackRest(
  repository: Repository,
  command: 'info' | 'restore',
  args: readonly string[],
): Promise<Ended> {
  const { config, stanza, user } = repository;
  const further = join(dirname(config), 'conf.d');
  const include = existsSync(further) ? [`--config-include-path=${further}`] : [];
  const child = spawn('pgbackrest', [`--config=${config}`, ...include, `--stanza=${stanza}`, ...args, command], {
    ...user,
    cwd: '/',
    env: environmentOf(repository),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  repository.children.add(child);
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new StartupProblem('pgBackRest is not installed (apt-get install pgbackrest).')));
    child.on('close', (code) => resolve({ code: code ?? 1, ...output }));
  });
}

/** PostgreSQL passes this on to the command with which it reads the archive. */
export function environmentOf({ folder }: Pick<Repository, 'folder'>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|PGBACKREST_\w+)$/.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    TZ: 'UTC',
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
    PGBACKREST_ARCHIVE_ASYNC: 'n',
    PGBACKREST_LOG_LEVEL_FILE: 'off',
  };
}
