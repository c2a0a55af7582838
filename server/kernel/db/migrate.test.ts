import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../integrations/database/embedded-database.ts';
import type { Database } from '../../ports/database.ts';
import { StartupProblem } from '../startup-problem.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { withConnection } from './roles.ts';

const place = mkdtempSync(join(tmpdir(), 'migrate-'));
let server: Database;
let url: string;
let directory: string;
let count = 0;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(place, 'data'), durable: false });
});
beforeEach(async () => {
  count += 1;
  await withConnection(server.ownerUrl, (owner) => owner.query(`create database case_${count}`));
  url = Object.assign(new URL(server.ownerUrl), { pathname: `/case_${count}` }).href;
  directory = mkdtempSync(join(place, 'migrations-'));
  write('0001_shelves.sql', 'create table shelves (id integer primary key);');
  write('0002_vials.sql', 'create table vials (id integer primary key, shelf_id integer references shelves);');
});
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true });
});

const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql);

const tables = () =>
  withConnection(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    return rows.map(({ name }) => name);
  });

test('an empty database gets every migration once, in the order of their numbers', async () => {
  const said: string[] = [];
  expect(await pendingMigrations(url, directory)).toEqual(['0001_shelves.sql', '0002_vials.sql']);
  expect(await migrate(url, { directory, log: (line) => said.push(line) })).toHaveLength(2);
  expect(said).toEqual(['Ran migration 0001_shelves.sql.', 'Ran migration 0002_vials.sql.']);
  expect(await tables()).toEqual(['schema_migrations', 'shelves', 'vials']);

  expect(await migrate(url, { directory })).toEqual([]);
  expect(await pendingMigrations(url, directory)).toEqual([]);
});

test('two servers that start at once run each migration once', async () => {
  write('0003_slow.sql', 'select pg_sleep(0.3); insert into shelves values (1);');
  const done = await Promise.all([migrate(url, { directory }), migrate(url, { directory })]);
  expect(done.map((files) => files.length).toSorted((a, b) => a - b)).toEqual([0, 3]);
});

test('a migration file with other line endings counts as the same file', async () => {
  write('0001_shelves.sql', 'create table shelves (\n  id integer primary key\n);\n');
  await migrate(url, { directory });
  write('0001_shelves.sql', 'create table shelves (\r\n  id integer primary key\r\n);\r\n');
  expect(await migrate(url, { directory })).toEqual([]);
});

test('a concurrent migration commits part by part, and one that failed halfway is repeated to its end', async () => {
  const file = '0003_shelves_one_by_one.concurrent.sql';
  await migrate(url, { directory });
  write(
    file,
    `do $$ begin
       insert into shelves values (1) on conflict do nothing;
       commit;
       if not exists (select from vials) then raise exception 'stopped halfway'; end if;
       insert into shelves values (2);
     end $$`,
  );
  await expect(migrate(url, { directory })).rejects.toThrow(`The migration ${file} failed: stopped halfway.`);
  const shelves = () => withConnection(url, async (owner) => (await owner.query('select id from shelves')).rows);
  expect(await shelves()).toEqual([{ id: 1 }]);
  await withConnection(url, (owner) => owner.query('insert into vials values (1, 1)'));
  expect(await migrate(url, { directory })).toEqual([file]);
  expect(await shelves()).toEqual([{ id: 1 }, { id: 2 }]);
});

describe('Migrations that refuse the start in a sentence', () => {
  const refusal = (sentence: string) =>
    expect(migrate(url, { directory })).rejects.toThrow(new StartupProblem(sentence));

  test('a migration that fails refuses the start and leaves no changes', async () => {
    write('0003_kits.sql', 'create table kits (id integer);\n\ninsert into kitz values (1);');
    await refusal('The migration 0003_kits.sql failed at line 3: relation "kitz" does not exist.');
    expect(await tables()).toEqual(['schema_migrations', 'shelves', 'vials']);
    expect(await pendingMigrations(url, directory)).toEqual(['0003_kits.sql']);
  });

  test('a companion of a migration that fails is named with its own line, and so is the file after a companion that ran', async () => {
    mkdirSync(join(directory, 'around'));
    write('0003_kits.sql', 'create table kits (id integer);');
    write('around/0003_kits.after.sql', '-- after\n\n\ninsert into kitz values (1);');
    await refusal(
      'The migration 0003_kits.sql failed at line 4 of around/0003_kits.after.sql: relation "kitz" does not exist.',
    );
    write('around/0003_kits.before.sql', 'select 1;\nselect 2;');
    write('0003_kits.sql', 'insert into kitz values (1);');
    await refusal('The migration 0003_kits.sql failed at line 1: relation "kitz" does not exist.');
    write('around/0003_kits.before.sql', 'select 1/0;');
    await refusal('The migration 0003_kits.sql failed in around/0003_kits.before.sql: division by zero.');
    expect(await tables()).toEqual(['schema_migrations', 'shelves', 'vials']);
  });

  test('a failure of the first migration refuses the start', async () => {
    write('0001_shelves.sql', 'create table shelves (id integer); select 1/0;');
    await refusal('The migration 0001_shelves.sql failed: division by zero.');
    expect(await tables()).toEqual([]);
  });

  test('a migration that was changed after it had run refuses the start', async () => {
    await migrate(url, { directory });
    write('0001_shelves.sql', 'create table shelves (id bigint primary key);');
    await refusal(
      'The migration 0001_shelves.sql was changed after it had run on this database; a change needs a new file.',
    );
  });

  test('a database that is newer than the code refuses the start', async () => {
    await migrate(url, { directory });
    rmSync(join(directory, '0002_vials.sql'));
    await refusal(
      'This database was made by a newer Vialkeep: it has the migration 0002_vials.sql, which this version does not know.',
    );
  });

  test('a migration that was inserted before one that has run refuses the start', async () => {
    rmSync(join(directory, '0001_shelves.sql'));
    write('0002_vials.sql', 'create table vials (id integer primary key);');
    await migrate(url, { directory });
    write('0001_shelves.sql', 'create table shelves (id integer primary key);');
    await refusal(
      'The migration 0001_shelves.sql comes before 0002_vials.sql, which has already run on this database; give it a higher number.',
    );
  });

  test('an older schema refuses the start where migrating is not allowed', async () => {
    await expect(migrate(url, { directory, apply: false })).rejects.toThrow(
      new StartupProblem(
        'The database has an older schema: 0001_shelves.sql, 0002_vials.sql must run first, which AUTO_MIGRATE=on does at start.',
      ),
    );
    expect(await tables()).toEqual([]);
  });

  test('two migrations with the same number refuse the start', async () => {
    write('0002_kits.sql', 'select 1;');
    await refusal('The migrations 0002_kits.sql and 0002_vials.sql have the same number.');
  });

  test('a migration without a number refuses the start', async () => {
    write('kits.sql', 'select 1;');
    await refusal('The migration kits.sql must be named like 0001_what_it_does.sql.');
  });
});
