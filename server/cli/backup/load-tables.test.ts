import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../kernel/db/migrate.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import { markRestoreBegun } from '../../kernel/db/unfinished-restore.ts';
import { migrateQueue } from '../../kernel/jobs/jobs.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { describeDefinitions } from './definitions.ts';
import { dumpTables, holdMoment } from './dump-tables.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import { tablesOf } from './tables.ts';

const UNFINISHED =
  'A restore into this database is not finished, so rows and constraints are missing; ' +
  'run npm run restore again with an empty DATA_DIR and an empty database.';

let world: World;
let folder: string;
let manifest: Manifest;
const made: string[] = [];
const source = () => inDatabase(inject('ownerUrl'), world.name);

beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-load-'));
  const dumped = await withConnection(source(), async (owner) => {
    await holdMoment(owner);
    return dumpTables(owner, folder);
  });
  manifest = { format: 2, uploads: 'disk', files: [], ...dumped };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
});
afterAll(async () => {
  await withConnection(inject('ownerUrl'), async (owner) => {
    for (const name of made) await owner.query(`drop database ${name} with (force)`);
  });
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

describe('Loading the rows of a backup', () => {
  test('every index, constraint, trigger and policy switch of a loaded schema is as the migrations made it', async () => {
    const url = await newDatabase();
    await migrateEmpty(url);
    const before = await withConnection(url, describeDefinitions);
    expect(before.filter((text) => text.startsWith('index')).length).toBeGreaterThan(150);
    expect(before.filter((text) => / f FOREIGN KEY /.test(text)).length).toBeGreaterThan(100);
    await loadTables(url, folder, manifest);
    // The backup may hold a month of openings that the migrations of today do not make.
    const withoutMonths = (texts: readonly string[]) => texts.filter((text) => !/access_records_\d{4}_\d\d/.test(text));
    expect(withoutMonths(await withConnection(url, describeDefinitions))).toEqual(withoutMonths(before));
    expect(await withConnection(url, readRows)).toEqual(await withConnection(source(), readRows));
  });

  test('a backup with lines of JSON, as earlier versions made it, loads the same rows', async () => {
    const url = await newDatabase();
    await migrateEmpty(url);
    const older = join(folder, 'older');
    await mkdir(older);
    const tables = await withConnection(source(), async (owner) => {
      const written: Manifest['tables'] = [];
      for (const { name, columns } of await tablesOf(owner)) {
        const { rows } = await owner.query<{ text: string }>(
          `select row_to_json(kept)::text as text from (select ${columns.join(', ')} from ${name}) kept`,
        );
        await writeFile(join(older, name), gzipSync(rows.map(({ text }) => `${text}\n`).join('')));
        written.push({ name, path: name, rows: rows.length, sha256: '' });
      }
      return written;
    });
    await loadTables(url, older, { ...manifest, format: 1, tables });
    expect(await withConnection(url, readRows)).toEqual(await withConnection(source(), readRows));
  });
});

describe('A restore that does not finish', () => {
  test('a row that breaks a unique key fails the restore in one sentence, and no server or restore accepts the database', async () => {
    const url = await newDatabase();
    const damaged = await copyWithRepeatedUser();
    const first = await restore(url, damaged);
    expect(first.stderr).toMatch(/^The restore failed: could not create unique index .*\. No server starts on what/);
    expect(first).toMatchObject({ exitCode: 1, stdout: '' });
    await expect(migrate(url)).rejects.toThrow(UNFINISHED);
    await expect(migrate(url, { apply: false })).rejects.toThrow(UNFINISHED);
    expect(await restore(url, folder)).toMatchObject({ exitCode: 1, stderr: `${UNFINISHED}\n` });
  });

  test('after a kill in the middle of a restore, no server or restore accepts the database', async () => {
    const url = await newDatabase();
    const running = await startRestore(url, folder);
    await expect.poll(() => withConnection(url, hasNoKeys), { timeout: 60_000, interval: 5 }).toBe(true);
    running.kill('SIGKILL');
    await once(running, 'close');
    await expect(migrate(url)).rejects.toThrow(UNFINISHED);
    expect(await restore(url, folder)).toMatchObject({ exitCode: 1, stderr: `${UNFINISHED}\n` });
  });

  test('a database whose restore was killed before its first table is refused too', async () => {
    const url = await newDatabase();
    await withConnection(url, markRestoreBegun);
    await expect(migrate(url)).rejects.toThrow(UNFINISHED);
    expect(await restore(url, folder)).toMatchObject({ exitCode: 1, stderr: `${UNFINISHED}\n` });
  });

  test('a finished restore leaves a database that a server accepts', async () => {
    const url = await newDatabase();
    expect(await restore(url, folder)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await migrate(url)).toEqual([]);
  });
});

async function newDatabase(): Promise<string> {
  const name = `load_${randomBytes(6).toString('hex')}`;
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name}`));
  made.push(name);
  return inDatabase(inject('ownerUrl'), name);
}

async function migrateEmpty(url: string): Promise<void> {
  await migrateQueue(url);
  await migrate(url);
}

async function readRows(owner: pg.Client): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const { name, columns } of await tablesOf(owner)) {
    const { rows } = await owner.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(kept::text, '|' order by kept::text)), '') as print
       from (select ${columns.join(', ')} from ${name}) kept`,
    );
    prints[name] = rows[0]?.print ?? '';
  }
  return prints;
}

/** True from the moment in which the rows begin to load. */
async function hasNoKeys(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_class where oid = to_regclass('public.account_patients')
       and not exists (select from pg_constraint where conrelid = to_regclass('public.users') and contype = 'p')`,
  );
  return rowCount === 1;
}

/** The hashes of this backup are right, so that only PostgreSQL can notice the repeated row. */
async function copyWithRepeatedUser(): Promise<string> {
  const damaged = join(folder, 'damaged');
  await mkdir(join(damaged, 'tables'), { recursive: true });
  const tables = await Promise.all(
    manifest.tables.map(async (table) => {
      const bytes = await readFile(join(folder, table.path));
      const lines = gunzipSync(bytes).toString();
      const repeated = table.name === 'public.users' ? lines.slice(0, lines.indexOf('\n') + 1) : '';
      const written = gzipSync(lines + repeated);
      await writeFile(join(damaged, table.path), written);
      return { ...table, sha256: createHash('sha256').update(written).digest('hex') };
    }),
  );
  await writeFile(join(damaged, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
  return damaged;
}

async function startRestore(url: string, backup: string): Promise<ChildProcess> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const name = new URL(url).pathname.slice(1);
  return spawn(process.execPath, [join(import.meta.dirname, '../restore.ts'), backup], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DATABASE_RUNTIME_URL: inDatabase(inject('runtimeUrl'), name),
    },
  });
}

async function restore(url: string, backup: string) {
  const child = await startRestore(url, backup);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (output.stdout += chunk));
  child.stderr?.on('data', (chunk) => (output.stderr += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...output };
}
