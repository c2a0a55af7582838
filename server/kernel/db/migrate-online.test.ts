import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { inDatabase } from '../../testing/test-settings.ts';
import { migrateQueue } from '../jobs/jobs.ts';
import { StartupProblem } from '../startup-problem.ts';
import { announceServer, type MigrateOptions, migrate } from './migrate.ts';
import { FIRST_WITH_HEADER, readMigrations } from './migrations/migration-files.ts';
import { withConnection } from './roles.ts';

const place = mkdtempSync(join(tmpdir(), 'migrate-online-'));
const databases: string[] = [];
let url: string;
let directory: string;

beforeEach(async () => {
  const name = `online_${process.pid}_${databases.length}`;
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name}`));
  databases.push(name);
  url = inDatabase(inject('ownerUrl'), name);
  directory = mkdtempSync(join(place, 'migrations-'));
  write('0050_shelves.sql', 'create table shelves (id integer primary key, place integer);');
});
afterAll(async () => {
  await withConnection(inject('ownerUrl'), async (owner) => {
    for (const name of databases) await owner.query(`drop database ${name} with (force)`);
  });
  rmSync(place, { recursive: true });
});

const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql);
const remove = (file: string) => rmSync(join(directory, file));
const run = (sql: string) => withConnection(url, async (owner) => (await owner.query(sql)).rows);
const refusal = (sentence: string, options: MigrateOptions = {}) =>
  expect(migrate(url, { directory, ...options })).rejects.toThrow(new StartupProblem(sentence));

/** Runs the task while another transaction of this program holds the statement's locks. */
async function whileHeld<T>(sql: string, task: (holder: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(url, async (holder) => {
    await holder.query("set application_name = 'long report'");
    await holder.query('begin');
    await holder.query(sql);
    return task(holder);
  });
}

describe('The first line of a migration', () => {
  test.each(['create table kits (id integer);', '--online\nselect 1;', '-- offline:\nselect 1;', '-- onlineish\n'])(
    'a file from 0051 on that begins with %j refuses the start',
    async (sql) => {
      write('0051_kits.sql', sql);
      await refusal('The migration 0051_kits.sql must begin with the line “-- online” or “-- offline: <why>”.');
      expect(await run("select to_regclass('shelves') as shelves")).toEqual([{ shelves: null }]);
    },
  );

  test('files from 0051 on that say whether servers may be at work run, and the database records it', async () => {
    write('0051_kits.sql', '-- online\ncreate table kits (id integer);');
    write('0052_boxes.sql', '-- offline: moves every row\ncreate table boxes (id integer);');
    await migrate(url, { directory });
    expect(await run('select number, keeps_previous from schema_migrations order by number')).toEqual([
      { number: 50, keeps_previous: null },
      { number: 51, keeps_previous: true },
      { number: 52, keeps_previous: false },
    ]);
  });
});

describe('Migration that meets other transactions', () => {
  const OLD = '-- online\nalter table shelves add column row_name text;';

  test('a migration that gets no lock is tried again with growing pauses, and runs once the lock is free', async () => {
    await migrate(url, { directory });
    write('0051_names.sql', OLD);
    const pauses: number[] = [];
    await whileHeld('select from shelves', async (holder) => {
      const pause = async (ms: number) => {
        pauses.push(ms);
        if (pauses.length === 8) await holder.query('rollback');
      };
      expect(await migrate(url, { directory, retry: { lockTimeoutMs: 20, pause } })).toEqual(['0051_names.sql']);
    });
    expect(pauses).toHaveLength(8);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(Math.floor(250 * 1.5 ** index * 0.75));
      expect(ms).toBeLessThanOrEqual(Math.ceil(250 * 1.5 ** index * 1.25));
    }
  });

  test('a migration without a lock after its last try refuses the start, names the transaction and changes nothing', async () => {
    await migrate(url, { directory });
    write('0051_kits.sql', '-- online\ncreate table kits (id integer);\nalter table shelves add column row_name text;');
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    await whileHeld("select 'a secret' from shelves", () =>
      expect(migrate(url, { directory, retry: { tries: 2, lockTimeoutMs: 20_000, pause } })).rejects.toThrow(
        /^The migration 0051_kits\.sql got no lock in 2 tries, because a transaction of “long report”, open for \d+ s, was in its way; the schema is unchanged\.$/,
      ),
    );
    expect(pauses).toBe(1);
    expect(await run("select to_regclass('kits') as kits, count(*)::int as ran from schema_migrations")).toEqual([
      { kits: null, ran: 1 },
    ]);
    expect(await migrate(url, { directory })).toEqual(['0051_kits.sql']);
  });

  test('a migration has twenty tries, which wait for a lock from a fifth of a second up to two seconds', async () => {
    await migrate(url, { directory });
    await run('create sequence timeouts');
    write(
      '0051_deadlock.sql',
      `-- online
       do $$ begin
         perform setval('timeouts', (select setting from pg_settings where name = 'lock_timeout')::bigint);
         raise exception 'in the way' using errcode = '40P01';
       end $$`,
    );
    const timeouts: number[] = [];
    const keep = async () => void timeouts.push(Number((await run('select last_value from timeouts'))[0]?.last_value));
    await refusal('The migration 0051_deadlock.sql failed in 20 tries (in the way); the schema is unchanged.', {
      retry: { pause: keep },
    });
    await keep();
    expect(timeouts).toHaveLength(20);
    expect(timeouts.slice(0, 3)).toEqual([200, 260, 338]);
    expect(timeouts).toEqual(timeouts.toSorted((one, other) => one - other));
    expect(timeouts.slice(9)).toEqual(Array(11).fill(2_000));
  });

  test.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('a migration that ends in %s is tried again', async (_what, code) => {
    await migrate(url, { directory });
    await run('create sequence tries');
    write(
      '0051_kits.sql',
      `-- online
       create table kits (id integer);
       do $$ begin
         if nextval('tries') < 3 then raise exception 'in the way' using errcode = '${code}'; end if;
       end $$;`,
    );
    expect(await migrate(url, { directory, retry: { pause: async () => {} } })).toEqual(['0051_kits.sql']);
    expect(await run('select last_value::int from tries')).toEqual([{ last_value: 3 }]);
  });

  test('a failure of another kind is not tried again', async () => {
    write('0051_kits.sql', '-- online\nselect 1 / 0;');
    const pause = () => Promise.reject(new Error('a pause'));
    await refusal('The migration 0051_kits.sql failed: division by zero.', { retry: { pause } });
  });

  test('the part of a concurrent migration that gets no lock is tried again', async () => {
    await migrate(url, { directory });
    write(
      '0051_names.concurrent.sql',
      `-- online
       do $$ begin
         alter table shelves add column if not exists row_name text;
         commit;
         alter table shelves add column if not exists floor_name text;
       end $$`,
    );
    await whileHeld('select from shelves', async (holder) => {
      const pause = () => holder.query('rollback');
      expect(await migrate(url, { directory, retry: { lockTimeoutMs: 20, pause } })).toHaveLength(1);
    });
  });

  test('an index that an interrupted concurrent migration left unfinished is built again', async () => {
    await migrate(url, { directory });
    await run('insert into shelves select n, n from generate_series(1, 100) n');
    const file = '0051_places.concurrent.sql';
    write(file, '-- online\ncreate index concurrently if not exists shelves_by_place on shelves (place);');
    const isValid = "select indisvalid as valid from pg_index where indexrelid = 'shelves_by_place'::regclass";
    await whileHeld('update shelves set place = 0 where id = 1', async () => {
      const retry = { tries: 1, lockTimeoutMs: 1 };
      await expect(migrate(url, { directory, retry })).rejects.toThrow(
        /got no lock in 1 tries.*; the next start repeats it\.$/,
      );
      expect(await run(isValid)).toEqual([{ valid: false }]);
    });
    expect(await migrate(url, { directory })).toEqual([file]);
    expect(await run(isValid)).toEqual([{ valid: true }]);
  });

  test('servers that start at once do not end each other’s wait, whatever the owner’s lock timeout, while one builds an index', async () => {
    await migrate(url, { directory });
    await run(`alter database ${databases.at(-1)} set lock_timeout = '10ms'`);
    write('0051_slow.sql', '-- online\nselect pg_sleep(0.5);');
    write('0052_places.concurrent.sql', '-- online\ncreate index concurrently shelves_by_place on shelves (place);');
    const retry = { pause: () => Promise.reject(new Error('a pause')) };
    const ran = await Promise.all([1, 2, 3].map(() => migrate(url, { directory, retry })));
    expect(ran.map((files) => files.length).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
  });
});

describe('Offline migration', () => {
  const KEY = 2 ** 40 + 77;
  beforeEach(async () => {
    write(
      '0050_shelves.sql',
      'create table shelves (id integer); create table job_workers (worker_id text, process_key bigint);',
    );
    await migrate(url, { directory });
    await run(`insert into job_workers values ('a', ${KEY}), ('b', ${KEY}), ('dead', 5)`);
    write('0051_kits.sql', '-- online\ncreate table kits (id integer);');
    write('0052_boxes.sql', '-- offline: moves every row\ncreate table boxes (id integer);');
  });

  test('an offline migration refuses the start while another server is at work, and no migration runs', async () => {
    await withConnection(url, async (server) => {
      await server.query('select pg_advisory_lock($1)', [KEY]);
      await refusal(
        'The migration 0052_boxes.sql must run while no server is at work (moves every row), and other servers are ' +
          'connected to the database (processes: 1); stop them, then start this one.',
      );
    });
    expect(await run("select to_regclass('kits') as kits")).toEqual([{ kits: null }]);
  });

  test('an offline migration refuses the start while another server has migrated and not yet registered its processes', async () => {
    remove('0052_boxes.sql');
    const ends: (() => Promise<void>)[] = [];
    await migrate(url, { directory, beforeTurnEnds: async () => void ends.push(await announceServer(url)) });
    write('0052_boxes.sql', '-- offline: moves every row\ncreate table boxes (id integer);');
    await refusal(
      'The migration 0052_boxes.sql must run while no server is at work (moves every row), and other servers are ' +
        'connected to the database (processes: 1); stop them, then start this one.',
    );
    for (const end of ends) await end();
    await expect.poll(() => migrate(url, { directory }).catch(() => null)).toEqual(['0052_boxes.sql']);
  });

  test('an offline migration runs when the other servers have ended', async () => {
    expect(await migrate(url, { directory })).toEqual(['0051_kits.sql', '0052_boxes.sql']);
  });
});

describe('Rewrite of a table', () => {
  const REWRITE = 'alter table shelves alter column place type bigint;';
  const LARGE =
    'The migration 0051_wider.sql failed: it would rewrite the table public.shelves, which has more than 1,000 rows, ' +
    'and only an offline migration may.';
  const typeOfPlace = async () =>
    (
      await run(
        "select atttypid::regtype::text as type from pg_attribute where attrelid = 'shelves'::regclass and attname = 'place'",
      )
    )[0]?.type;
  const prepare = async (rows: number, header: string) => {
    await migrate(url, { directory });
    await run(`insert into shelves select n, n from generate_series(1, ${rows}) n`);
    write('0051_wider.sql', `${header}\n${REWRITE}`);
  };

  test('an online migration that rewrites a table of 1,500 rows is refused and changes nothing', async () => {
    await prepare(1_500, '-- online');
    await refusal(LARGE);
    expect(await typeOfPlace()).toBe('integer');
  });

  test('an online migration that rewrites a table of 500 rows runs', async () => {
    await prepare(500, '-- online');
    expect(await migrate(url, { directory })).toEqual(['0051_wider.sql']);
    expect(await typeOfPlace()).toBe('bigint');
    expect(await run('select evtname from pg_event_trigger')).toEqual([]);
    expect(await run("select to_regproc('public.refuse_table_rewrite') as left")).toEqual([{ left: null }]);
  });

  test('an offline migration that rewrites a table of 1,500 rows runs', async () => {
    await prepare(1_500, '-- offline: every shelf gets a wider number');
    expect(await migrate(url, { directory })).toEqual(['0051_wider.sql']);
    expect(await typeOfPlace()).toBe('bigint');
  });

  test('an online migration of an owner who is no superuser runs without the check', async () => {
    const role = `owner_${process.pid}`;
    await run(`create role ${role} login password 'x'; grant create on schema public to ${role}`);
    const address = Object.assign(new URL(url), { username: role, password: 'x' }).href;
    await migrate(address, { directory });
    write('0051_kits.sql', '-- online\ncreate table kits (id integer);');
    expect(await migrate(address, { directory })).toEqual(['0051_kits.sql']);
    await run(`drop owned by ${role}; drop role ${role}`);
  });
});

describe('Older server on a newer schema', () => {
  beforeEach(async () => {
    write('0051_kits.sql', '-- online\ncreate table kits (id integer);');
    write('0052_boxes.sql', '-- online\ncreate table boxes (id integer);');
  });
  const newer = (name: string) =>
    `This database was made by a newer Vialkeep: it has the migration ${name}, which this version does not know.`;

  test('an older server starts on a schema whose unknown migrations are all online, and says so once', async () => {
    await migrate(url, { directory });
    remove('0051_kits.sql');
    remove('0052_boxes.sql');
    const said: string[] = [];
    expect(await migrate(url, { directory, notify: (sentence) => said.push(sentence) })).toEqual([]);
    expect(await migrate(url, { directory, apply: false })).toEqual([]);
    expect(said).toEqual([
      'A newer Vialkeep has upgraded this database (0051_kits.sql, 0052_boxes.sql) and keeps this version working; ' +
        'upgrade this server as well.',
    ]);
  });

  test('an older server refuses the start when one of the unknown migrations is offline', async () => {
    write('0053_rename.sql', '-- offline: older servers read the old name\nalter table kits rename to sets;');
    await migrate(url, { directory });
    for (const file of ['0051_kits.sql', '0052_boxes.sql', '0053_rename.sql']) remove(file);
    await refusal(newer('0053_rename.sql'));
  });

  test('an older server refuses the start when the database does not say that a migration keeps it working', async () => {
    await migrate(url, { directory });
    remove('0051_kits.sql');
    remove('0052_boxes.sql');
    await run('update schema_migrations set keeps_previous = null where number = 52');
    await refusal(newer('0052_boxes.sql'));
    await run('alter table schema_migrations drop column keeps_previous');
    await refusal(newer('0051_kits.sql'));
  });

  test('a database that an earlier version has made gets the column with the next migration', async () => {
    await migrate(url, { directory, until: 50 });
    await run('alter table schema_migrations drop column keeps_previous');
    await migrate(url, { directory });
    expect(await run('select keeps_previous from schema_migrations order by number')).toEqual([
      { keeps_previous: null },
      { keeps_previous: true },
      { keeps_previous: true },
    ]);
  });
});

test('an online migration of the product from 0051 on rewrites no table that was there before', async () => {
  await migrateQueue(url);
  await migrate(url, { until: FIRST_WITH_HEADER - 1 });
  const filesOfTables = async () =>
    new Map(
      (
        await run(`select relname as name, pg_relation_filenode(oid)::text as file from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'`)
      ).map(({ name, file }) => [name, file]),
    );
  const faults: string[] = [];
  for (const { number, file, header } of (await readMigrations()).slice(FIRST_WITH_HEADER - 1)) {
    const before = await filesOfTables();
    await migrate(url, { until: number });
    const after = await filesOfTables();
    const rewritten = [...before].filter(([name, was]) => after.has(name) && after.get(name) !== was);
    if (header?.isOnline) faults.push(...rewritten.map(([name]) => `${file} rewrites ${name}`));
  }
  expect(faults).toEqual([]);
});
