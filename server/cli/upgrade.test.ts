import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login, Opened } from '@vialkeep/contract/session.ts';
import { readVials } from '@vialkeep/contract/vials.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../app.ts';
import { verifyCustody } from '../capabilities/custody/index.ts';
import { verifyProcessing } from '../capabilities/patients/index.ts';
import { verifyVials } from '../capabilities/vials/index.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { withConnection } from '../kernel/db/roles.ts';
import { migrateQueue } from '../kernel/jobs/jobs.ts';
import { pathFor } from '../testing/path-for.ts';
import { PASSWORD } from '../testing/people.ts';
import { inDatabase, noPages, testSettings } from '../testing/test-settings.ts';
import { newWorld, type World } from '../testing/world.ts';
import { dumpTables, holdMoment } from './backup/dump-tables.ts';
import { loadTables } from './backup/load-tables.ts';
import { type Table, tablesOf } from './backup/tables.ts';

let world: World;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-upgrade-'));
});
afterAll(async () => {
  await withConnection(inject('ownerUrl'), async (owner) => {
    for (const name of made) await owner.query(`drop database ${name} with (force)`);
  });
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test.each([14, 20])('an upgrade from schema %i keeps every row, and the ledgers verify', async (until) => {
  const url = await olderDatabase(until);
  const before = await withConnection(url, (owner) => tablesOf(owner));
  const was = await withConnection(url, (owner) => printOf(owner, before));
  expect(was.get('public.users')).toMatch(/^[1-9]\d+ /);
  expect(was.get('public.vials')).toMatch(/^[1-9]\d+ /);

  const visits = visitWhile(url);
  const ran = await migrate(url);
  await visits.stopped();
  expect(ran.length).toBeGreaterThan(4);
  expect(await withConnection(url, (owner) => printOf(owner, before))).toEqual(was);

  const app = await buildApp(testSettings(folder), inDatabase(inject('runtimeUrl'), databaseIn(url)), noPages);
  const db = app.services.store.read('platform');
  const faults = [...(await verifyCustody(db)), ...(await verifyVials(db)), ...(await verifyProcessing(db))];
  // An older schema has no bench: what the chain of these patients says about it is not in their rows.
  const atBench = await patientsAtBench(url);
  expect(atBench.size).toBeLessThan(10);
  expect(faults.filter(({ patientId }) => !atBench.has(patientId))).toEqual([]);
  const { rows } = await withConnection(url, (owner) =>
    owner.query('select id from domains where audit_first_break(id) is not null'),
  );
  expect(rows).toEqual([]);

  const opened = await app.http.inject({
    method: 'POST',
    url: login.path,
    headers: { host: 'localhost' },
    payload: { email: 'patient@vialkeep.test', password: PASSWORD },
  });
  const { token, user } = Opened.parse(opened.json());
  const vials = await app.http.inject({
    url: pathFor(readVials, { userId: user.id }, {}),
    headers: { host: 'localhost', authorization: `token ${token}` },
  });
  expect(readVials.answer.parse(vials.json()).data.user_vials.vials_added).toBeGreaterThan(0);
  await app.close();
});

/** Creates a database with an older schema and with those parts of the demo network that the schema supports. */
async function olderDatabase(until: number): Promise<string> {
  const name = `upgrade_${until}_${world.name}`;
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name}`));
  made.push(name);
  const url = inDatabase(inject('ownerUrl'), name);
  await migrateQueue(url);
  await migrate(url, { until });
  const { tables, counted } = await withConnection(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, sequencename) as name from pg_sequences`,
    );
    return { tables: await tablesOf(owner), counted: new Set(rows.map((row) => row.name)) };
  });
  const part = join(folder, name);
  await mkdir(part);
  const { sequences, ...dumped } = await withConnection(inDatabase(inject('ownerUrl'), world.name), async (owner) => {
    await holdMoment(owner);
    return dumpTables(owner, part, shareOf(tables, await tablesOf(owner)));
  });
  const known = sequences.filter((sequence) => counted.has(sequence.name));
  await loadTables(url, part, { format: 2, uploads: 'disk', files: [], ...dumped, sequences: known });
  return url;
}

async function patientsAtBench(url: string): Promise<ReadonlySet<number>> {
  const { rows } = await withConnection(url, (owner) =>
    owner.query<{ patient_id: number }>("select distinct patient_id from custody_events where kind like 'bench.%'"),
  );
  return new Set(rows.map(({ patient_id }) => patient_id));
}

/** The tables and columns that both schemas have. */
function shareOf(older: readonly Table[], newer: readonly Table[]): Table[] {
  const columns = new Map(newer.map((table) => [table.name, new Set(table.columns)]));
  return older
    .filter(({ name }) => columns.has(name))
    .map((table) => ({ ...table, columns: table.columns.filter((column) => columns.get(table.name)?.has(column)) }));
}

/** A digest of every table: the number of its rows and the values of the columns that it had before the upgrade. */
async function printOf(owner: pg.Client, tables: readonly Table[]): Promise<ReadonlyMap<string, string>> {
  const prints = new Map<string, string>();
  for (const { name, columns } of tables) {
    const { rows } = await owner.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as print
       from (select row_to_json(kept)::text as line from (select ${columns.join(', ')} from ${name}) kept) lines`,
    );
    prints.set(name, rows[0]?.print ?? '');
  }
  return prints;
}

/** Reads and writes during the upgrade: a migration may delay a statement, and none may fail. */
function visitWhile(url: string): { stopped(): Promise<number> } {
  let isOver = false;
  let visits = 0;
  const visiting = withConnection(url, async (owner) => {
    while (!isOver) {
      await owner.query('begin');
      await owner.query('select count(*) from vials join users on users.id = patient_id');
      await owner.query("update users set address2 = 'visited' where email = 'donor@vialkeep.test'");
      await owner.query('rollback');
      visits += 1;
    }
    return visits;
  });
  return {
    stopped() {
      isOver = true;
      return visiting;
    },
  };
}

function databaseIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
