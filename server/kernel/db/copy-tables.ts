import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Makes the text of values independent of the settings of a role or database. */
export const COPY_FORMAT = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set timezone = 'UTC'`;

/** The rows of a table in the text format of COPY; `rowCount` is known at the end of the stream. */
export function copyTableOut(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
): Readable & { readonly rowCount: number } {
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${table}) to stdout`));
}

/** Takes rows in the text format of COPY. The table must have been truncated in this transaction (freeze). */
export function copyTableIn(client: pg.ClientBase, table: string, columns: readonly string[]): Writable {
  return client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin with (freeze)`));
}
