import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withConnection } from '../../kernel/db/roles.ts';
import type { Database } from '../../ports/database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded-database.ts';
import { processNow } from './processes.ts';

let place: string;
let dataDir: string;
let opened: Database[];
let spawned: ChildProcess[];

// Most tests copy existing database files, which is faster than creating them.
const made = mkdtempSync(join(tmpdir(), 'embedded-made-'));
beforeAll(async () => {
  await (await openEmbedded({ dataDir: made, durable: false })).stop();
});
afterAll(() => rmSync(made, { recursive: true }));
const existing = () => cpSync(made, dataDir, { recursive: true });

// The folder around the data is private (0700), like a home directory.
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'embedded-'));
  dataDir = join(place, 'data');
  opened = [];
  spawned = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of spawned) child.kill('SIGKILL');
  for (const database of opened) await database.stop();
  rmSync(place, { recursive: true, force: true });
});

async function open(options: Partial<EmbeddedOptions> = {}): Promise<Database> {
  const database = await openEmbedded({ dataDir, durable: false, ...options });
  opened.push(database);
  return database;
}

const ask = (url: string, sql: string) => withConnection(url, async (owner) => (await owner.query(sql)).rows);

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

const socketFolderOf = (url: string) => new URL(url).searchParams.get('host') ?? '';

/** Opens the database as a Vialkeep server does, in a separate process that can be killed. */
async function openElsewhere(durable: boolean): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    import { openEmbedded } from ${JSON.stringify(new URL('embedded-database.ts', import.meta.url).href)};
    const database = await openEmbedded(${JSON.stringify({ dataDir, durable })});
    console.log(database.ownerUrl);
    setInterval(() => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  spawned.push(child);
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error('The other server ended at once.');
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('Start and stop of the embedded database', () => {
  test('a first start creates a database that no other user can reach, and a second start finds what was written', async () => {
    const first = await open({ durable: true });
    expect(first.where).toMatch(`The data lies in ${dataDir}, in the embedded PostgreSQL 18.`);
    await ask(first.ownerUrl, 'create table vials as select 7 as id');
    for (const folder of [dataDir, join(dataDir, 'postgres'), socketFolderOf(first.ownerUrl)]) {
      expect(statSync(folder).mode & 0o077).toBe(0);
    }
    await first.stop();

    const second = await open({ durable: true });
    expect(await ask(second.ownerUrl, 'select id from vials')).toEqual([{ id: 7 }]);
    expect(await ask(second.ownerUrl, "select current_setting('fsync') as fsync")).toEqual([{ fsync: 'on' }]);
  });

  test('a stop leaves no process, no lock and no socket', async () => {
    existing();
    const database = await open();
    const pid = postmasterPid();
    await Promise.all([database.stop(), database.stop()]);
    // An ended process without a parent stays in the list until the system removes it.
    await expect.poll(() => processNow(pid)).toBeNull();
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.log']);
    expect(existsSync(socketFolderOf(database.ownerUrl))).toBe(false);
  });

  test('a data directory whose path is too long for a socket works', async () => {
    dataDir = join(place, ...Array.from({ length: 12 }, () => 'a-rather-long-name'), 'data');
    existing();
    const { ownerUrl } = await open();
    expect(await ask(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('sorting and searching follow Unicode on every machine', async () => {
    existing();
    const { ownerUrl } = await open();
    expect(await ask(ownerUrl, "select lower('ÅSA') as low, current_setting('timezone') as zone")).toEqual([
      { low: 'åsa', zone: 'UTC' },
    ]);
  });
});

describe('Recovery of the embedded database after a kill', () => {
  test('a database that a killed server left running is taken over, and its open transactions are rolled back', async () => {
    existing();
    const { child, url } = await openElsewhere(false);
    const pid = postmasterPid();
    await ask(url, 'create table vials (id integer)');
    const halfDone = ask(url, 'lock table vials; select pg_sleep(60)').catch((error: Error) => error.message);
    await killed(child);
    expect(processNow(pid)).not.toBeNull();

    const database = await open();
    expect(postmasterPid()).toBe(pid);
    expect(await halfDone).toBe('terminating connection due to administrator command');
    expect(await ask(database.ownerUrl, 'select id from vials')).toEqual([]);
    await database.stop();
    // An ended process without a parent stays in the list until the system removes it.
    await expect.poll(() => processNow(pid)).toBeNull();
  });

  test('committed rows survive a kill of the server and the database together', async () => {
    existing();
    const { child, url } = await openElsewhere(true);
    await ask(url, 'create table vials as select generate_series(1, 100) as id');
    process.kill(postmasterPid(), 'SIGKILL');
    await killed(child);

    const { ownerUrl } = await open({ durable: true });
    expect(await ask(ownerUrl, 'select count(*)::int as vials from vials')).toEqual([{ vials: 100 }]);
    expect(existsSync(socketFolderOf(url))).toBe(false);
  });

  test('a database that is killed under a running server restarts at the same address', async () => {
    existing();
    const said: string[] = [];
    const { ownerUrl } = await open({ durable: true, log: (sentence) => said.push(sentence) });
    await ask(ownerUrl, 'create table vials as select 7 as id');
    process.kill(postmasterPid(), 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(ownerUrl, 'select id from vials')).toEqual([{ id: 7 }]), 60_000);
    expect(said).toEqual(['The embedded PostgreSQL ended unexpectedly and is started again.']);
  });

  test('a process id that now belongs to another process is not mistaken for the database or the server', async () => {
    existing();
    const stranger = `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/nowhere\n\n\n`;
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), stranger);
    writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
    const { ownerUrl } = await open();
    expect(await ask(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('the leftovers of an interrupted first start are removed', async () => {
    mkdirSync(join(dataDir, 'postgres.new-1', 'base'), { recursive: true });
    await open();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });
});

test('a second server on the same data directory is refused, and the first keeps running', async () => {
  existing();
  const { child, url } = await openElsewhere(false);
  await expect(open()).rejects.toThrow(
    `Another Vialkeep server (process ${child.pid}) is already using this data directory, ${dataDir}.`,
  );
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await killed(child);
  await open();
});

test('a start waits for a server that is stopping', async () => {
  existing();
  const { child } = await openElsewhere(false);
  setTimeout(() => child.kill('SIGKILL'), 300);
  const { ownerUrl } = await open();
  expect(await ask(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe('Unusable data directories', () => {
  test('a file in place of the data directory is refused in a sentence', async () => {
    writeFileSync(dataDir, '');
    await expect(open()).rejects.toThrow(`DATA_DIR, ${dataDir}, names a file or lies in one; it must be a folder.`);
    await expect(open({ dataDir: join(dataDir, 'in-it') })).rejects.toThrow('names a file or lies in one');
  });

  test('a path where no folder can be created is refused in a sentence', async () => {
    await expect(open({ dataDir: '/proc/vialkeep' })).rejects.toThrow(/^The data directory \/proc\/vialkeep cannot be/);
  });

  test('database files of another PostgreSQL version are refused in a sentence', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(open()).rejects.toThrow(
      `The database in ${dataDir}/postgres was made by PostgreSQL 15, and this Vialkeep brings 18; ` +
        'start the Vialkeep it was made with, or set another DATA_DIR.',
    );
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('a folder with other files is refused in a sentence', async () => {
    mkdirSync(join(dataDir, 'postgres', 'photos'), { recursive: true });
    await expect(open()).rejects.toThrow(`${dataDir}/postgres holds something that is not a database;`);
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['photos']);
  });

  test('database files that PostgreSQL cannot start on are refused in a sentence', async () => {
    existing();
    rmSync(join(dataDir, 'postgres', 'global'), { recursive: true });
    await expect(open()).rejects.toThrow(/^The embedded PostgreSQL did not start: .*postgres\.log\.$/);
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
  });
});

test('over TCP, without sockets, a password protects the port', async () => {
  const { ownerUrl } = await open({ overTcp: true });
  expect(new URL(ownerUrl).hostname).toBe('127.0.0.1');
  const guess = Object.assign(new URL(ownerUrl), { password: 'guess' }).href;
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed');
});

describe.runIf(process.getuid?.() === 0)('Start as root without user namespaces', () => {
  beforeEach(() => vi.stubEnv('PATH', place));

  test('PostgreSQL runs as the unprivileged Unix user, at the first start and at later ones', async () => {
    dataDir = mkdtempSync(join(dirname(place), 'open-to-pass-'));
    await (await open()).stop();
    vi.unstubAllEnvs();
    const { ownerUrl } = await open();
    expect(await ask(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65_534);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
    await opened[1]?.stop();
    rmSync(dataDir, { recursive: true });
  });

  test('a private folder around the data directory is refused in a sentence', async () => {
    await expect(open()).rejects.toThrow(
      `PostgreSQL does not run as root, and the user it runs as instead cannot reach ${dataDir};`,
    );
  });
});
