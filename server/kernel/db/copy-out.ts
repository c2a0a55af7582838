import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

const LINE_END = 10;

/**
 * The rows of a query as `COPY` writes them in its text format: one line for each row, its cells separated by commas and
 * empty where there is no value. Yields complete lines as they arrive, without the last line end. Must run within a
 * transaction.
 */
export async function* copyOut(client: pg.ClientBase, query: CompiledQuery): AsyncGenerator<Buffer> {
  const text = await bindValues(client, query);
  let rest: Buffer = Buffer.alloc(0);
  // @NOTE a stream without an encoding yields buffers; its type does not say so.
  const chunks = client.query(
    copyTo(`copy (${text}) to stdout with (delimiter ',', null '')`),
  ) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    // A chunk may end within a row, even within a character.
    const end = chunk.lastIndexOf(LINE_END);
    if (end < 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    const lines = rest.length === 0 ? chunk.subarray(0, end) : Buffer.concat([rest, chunk.subarray(0, end)]);
    rest = chunk.subarray(end + 1);
    yield lines;
  }
}

/**
 * `COPY` takes no parameters. Each value becomes a setting of the transaction, which the statement reads with the type
 * that PostgreSQL infers for the parameter, so no value is ever part of the text.
 */
async function bindValues(client: pg.ClientBase, { sql, parameters }: CompiledQuery): Promise<string> {
  if (parameters.length === 0) return sql;
  await client.query(`prepare copied_query as ${sql}`);
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'copied_query'`,
  );
  await client.query('deallocate copied_query');
  const types = rows[0]?.types ?? [];
  const settings = parameters.map((_, index) => `set_config('${settingOf(index)}', $${index + 1}::text, true)`);
  await client.query({ text: `select ${settings.join(', ')}`, values: [...parameters] });
  return sql.replaceAll(/\$(\d+)/g, (_, place) => {
    const index = Number(place) - 1;
    const type = types[index];
    if (type === undefined) throw new Error('A parameter of the copied query has no type.');
    return parameters[index] === null ? `null::${type}` : readSetting(index, type);
  });
}

function settingOf(index: number): string {
  return `vialkeep.value_${index + 1}`;
}

/** A list is read in a subquery, once for the statement: reading it for every row would parse it for every row. */
function readSetting(index: number, type: string): string {
  const value = `current_setting('${settingOf(index)}')::${type}`;
  return type.endsWith('[]') ? `(select ${value})::${type}` : `(${value})`;
}

const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The texts of the cells of a line: `COPY` writes a backslash before commas, backslashes and control characters. */
export function cellsIn(line: string): string[] {
  if (!line.includes('\\')) return line.split(',');
  // A line contains no tab, which would be written with a backslash.
  const cells = line.replaceAll(/\\.|,/g, (part) => (part === ',' ? '\t' : part)).split('\t');
  return cells.map((cell) => cell.replaceAll(/\\(.)/g, (_, letter: string) => escaped[letter] ?? letter));
}
