import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { copyTableIn } from '../../kernel/db/copy-tables.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import {
  describeDefinitions,
  type IndexDefinition,
  listCostlyIndexes,
  type ReferenceDefinition,
  readIndexes,
  readReferences,
  readSwitches,
} from './definitions.ts';
import type { Manifest } from './manifest.ts';
import { type Table, tablesOf } from './tables.ts';
import { type LoadStep, runTwoAtATime, withLoadConnection } from './two-connections.ts';

const MOST_ROWS = 1_000;
const MOST_BYTES = 4_000_000;

type Definitions = {
  readonly all: readonly string[];
  readonly tables: readonly Table[];
  readonly indexes: readonly IndexDefinition[];
  readonly references: readonly ReferenceDefinition[];
  readonly switches: readonly string[];
};

/**
 * Fills a fresh schema with the rows of a backup. Indexes, keys and foreign keys are dropped before the rows and built
 * after them, so that each is made in one pass and PostgreSQL checks every row. Triggers are off, because the rows
 * already hold what they would compute. An interrupted load leaves an incomplete schema: the caller marks it.
 */
export async function loadTables(ownerUrl: string, folder: string, manifest: Manifest): Promise<void> {
  await withLoadConnection(ownerUrl, (owner) => createMonths(owner, manifest));
  const definitions = await withLoadConnection(ownerUrl, takeOffDefinitions);
  await runTwoAtATime(ownerUrl, await planRows(definitions.tables, folder, manifest));
  await withLoadConnection(ownerUrl, (owner) => setSequences(owner, manifest));
  await buildIndexes(ownerUrl, definitions);
  await runTwoAtATime(
    ownerUrl,
    definitions.tables.map(
      ({ name }) =>
        (owner) =>
          owner.query(`analyze ${name}`),
    ),
  );
  await validateReferences(ownerUrl, definitions);
  await withLoadConnection(ownerUrl, (owner) => requireSameDefinitions(owner, definitions));
}

const MONTH_OF_OPENINGS = /^public\.access_records_(\d{4})_(\d{2})$/;

/** The migrations make the months of today; the backup may hold others. */
async function createMonths(owner: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const [, year, month] = MONTH_OF_OPENINGS.exec(name) ?? [];
    if (year && month) await owner.query('select create_access_partition($1::date)', [`${year}-${month}-01`]);
  }
}

async function takeOffDefinitions(owner: pg.Client): Promise<Definitions> {
  const definitions = {
    all: await describeDefinitions(owner),
    tables: await tablesOf(owner),
    indexes: await readIndexes(owner),
    references: await readReferences(owner),
    switches: await readSwitches(owner),
  };
  await owner.query('begin');
  for (const { drop } of definitions.references) await owner.query(drop);
  for (const { drop } of definitions.indexes) await owner.query(drop);
  for (const { name } of definitions.tables) {
    // COPY refuses a table whose policies apply to the owner.
    await owner.query(`alter table ${name} disable trigger user, no force row level security`);
  }
  await owner.query('commit');
  return definitions;
}

/** One step per table, the largest file first. Migrations insert rows; the backup holds the current state of those. */
async function planRows(tables: readonly Table[], folder: string, manifest: Manifest): Promise<readonly LoadStep[]> {
  const known = new Map(tables.map((table) => [table.name, table]));
  const filled: { bytes: number; step: LoadStep }[] = [];
  for (const { name, path, columns } of manifest.tables) {
    const table = known.get(name);
    if (!table) throw new StartupProblem(`This Vialkeep has no table ${name}, which the backup holds.`);
    const strange = columns?.find((column) => !table.columns.includes(column));
    if (strange !== undefined) {
      throw new StartupProblem(`The table ${name} of this Vialkeep has no column ${strange}, which the backup holds.`);
    }
    const file = join(folder, path);
    const load = (owner: pg.Client) =>
      columns === undefined ? loadJson(owner, table, file) : loadCopy(owner, name, columns, file);
    filled.push({ bytes: (await stat(file)).size, step: (owner) => replaceRows(owner, name, load) });
    known.delete(name);
  }
  const emptied = [...known.keys()].map(
    (name): LoadStep =>
      (owner) =>
        replaceRows(owner, name, async () => {}),
  );
  return [...filled.toSorted((one, other) => other.bytes - one.bytes).map(({ step }) => step), ...emptied];
}

async function replaceRows(owner: pg.Client, name: string, load: LoadStep): Promise<void> {
  await owner.query('begin');
  await owner.query(`truncate ${name}`);
  await load(owner);
  await owner.query('commit');
}

async function loadCopy(owner: pg.Client, name: string, columns: readonly string[], file: string): Promise<void> {
  await pipeline(createReadStream(file), createGunzip(), copyTableIn(owner, name, columns));
}

/** Lines of JSON, as backups of earlier versions have them. */
async function loadJson(owner: pg.Client, { name, columns }: Table, file: string): Promise<void> {
  const list = columns.join(', ');
  const insert = (lines: readonly string[]) =>
    owner.query(
      `insert into ${name} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${lines.join(',')}]`],
    );
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    lines.push(line);
    bytes += line.length;
    if (lines.length < MOST_ROWS && bytes < MOST_BYTES) continue;
    await insert(lines);
    lines = [];
    bytes = 0;
  }
  if (lines.length > 0) await insert(lines);
}

async function setSequences(owner: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await owner.query('select setval($1, $2, $3)', [name, last_value, is_called]);
  }
}

/** Builds indexes two at a time; a constraint then takes over its index without reading rows. */
async function buildIndexes(ownerUrl: string, { indexes }: Definitions): Promise<void> {
  const created = indexes.filter(({ create }) => create !== null);
  const statements = await withLoadConnection(ownerUrl, (owner) => listCostlyIndexes(owner, created));
  await runTwoAtATime(
    ownerUrl,
    statements.map((statement) => (owner) => owner.query(statement)),
  );
  await withLoadConnection(ownerUrl, async (owner) => {
    for (const { constrain } of indexes) if (constrain !== null) await owner.query(constrain);
  });
}

/** Creates all foreign keys at once and validates them table by table: that locks only the referring table. */
async function validateReferences(ownerUrl: string, { references }: Definitions): Promise<void> {
  await withLoadConnection(ownerUrl, async (owner) => {
    for (const { create } of references) await owner.query(create);
  });
  const byTable = Map.groupBy(references, ({ table }) => table);
  const steps = [...byTable].map(([table, all]): LoadStep => {
    const checks = all.flatMap(({ validate }) => validate ?? []);
    return async (owner) => checks.length > 0 && owner.query(`alter table ${table} ${checks.join(', ')}`);
  });
  await runTwoAtATime(ownerUrl, steps);
}

async function requireSameDefinitions(owner: pg.Client, { all, switches }: Definitions): Promise<void> {
  for (const restore of switches) await owner.query(restore);
  const now = new Set(await describeDefinitions(owner));
  const missing = all.find((text) => !now.delete(text));
  const [added] = now;
  if (missing === undefined && added === undefined) return;
  throw new StartupProblem(`The restored schema is not the one of the migrations: ${missing ?? added}.`);
}
