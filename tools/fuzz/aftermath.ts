import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import type { Target } from './target.ts';

const LONGEST_MS = 60_000;
const Count = z.array(z.object({ n: z.number() }));
const Columns = z.array(z.object({ table_schema: z.string(), table_name: z.string(), column_name: z.string() }));
const Failed = z.array(z.object({ task_identifier: z.string(), last_error: z.string() }));

/** Waits until the jobs of the run have finished or failed; returns the failed ones. */
export async function failedJobs({ tables }: Target): Promise<readonly string[]> {
  const deadline = Date.now() + LONGEST_MS;
  while (Date.now() < deadline) {
    const { rows } = await tables((owner) =>
      owner.query(`select count(*)::int as n from graphile_worker.jobs where last_error is null and run_at <= now()`),
    );
    if (Count.parse(rows)[0]?.n === 0) break;
    await sleep(500);
  }
  const { rows } = await tables((owner) =>
    owner.query('select task_identifier, last_error from graphile_worker.jobs where last_error is not null'),
  );
  return Failed.parse(rows).map((job) => `${job.task_identifier}: ${job.last_error.slice(0, 200)}`);
}

/** Returns the columns that contain a prototype-pollution key, and whether the search finds a seeded one. */
export async function poisonedColumns({
  tables,
}: Target): Promise<{ found: readonly string[]; isSearchSound: boolean }> {
  return tables(async (owner) => {
    await owner.query('create temporary table planted (data jsonb)');
    await owner.query(`insert into planted values ('{"a": {"__proto__": {"admin": true}}}')`);
    const found = await listPoisonedColumns(owner);
    return {
      found: found.filter((column) => !column.endsWith('planted.data')),
      isSearchSound: found.some((column) => column.endsWith('planted.data')),
    };
  });
}

async function listPoisonedColumns(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query(
    `select table_schema, table_name, column_name from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
     where data_type in ('json', 'jsonb') and table_type in ('BASE TABLE', 'LOCAL TEMPORARY')
       and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { table_schema, table_name, column_name } of Columns.parse(rows)) {
    const { rows: counted } = await owner.query(
      `select count(*)::int as n from "${table_schema}"."${table_name}"
       where "${column_name}"::text ~ '"(__proto__|constructor|prototype)" ?:'`,
    );
    if ((Count.parse(counted)[0]?.n ?? 0) > 0) found.push(`${table_schema}.${table_name}.${column_name}`);
  }
  return found;
}

const Line = z.object({ level: z.number() });
const ERROR_LEVEL = 50;

/** Returns the log lines that report an error and those that are not JSON of the product. */
export function troubledLines(log: string): readonly string[] {
  return log.split('\n').filter((line) => {
    if (line === '') return false;
    const read = Line.safeParse(jsonOf(line));
    return !read.success || read.data.level >= ERROR_LEVEL;
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
