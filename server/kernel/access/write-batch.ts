import type { Store } from '../db/db.ts';
import { refuse } from '../http/refuse.ts';
import { describeError, type Logger } from '../log.ts';
import type { AccessRow } from './reading.ts';

export type Entry = { readonly row: AccessRow; readonly written: PromiseWithResolvers<void> };

/** Rows under one number of the chain. What is written leaves it, so that a repeated try goes on where it was. */
export type Batch = { number: number; entries: readonly Entry[]; isDivided: boolean };

type Target = { readonly store: Store; readonly log: Logger; readonly writer: string };

const APPEND = 'select append_access($1::uuid, $2::bigint, $3::jsonb)';

/** Writes a batch; its number is then that of the next one. It must run again where the outcome is not known. */
export async function writeBatch(target: Target, batch: Batch): Promise<void> {
  if (batch.isDivided) return writeOneByOne(target, batch);
  try {
    await append(target, batch.number, batch.entries);
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    batch.isDivided = true;
    return writeOneByOne(target, batch);
  }
  for (const { written } of batch.entries) written.resolve();
  batch.number += 1;
}

function append(target: Target, number: number, entries: readonly Entry[]): Promise<void> {
  return appendRows(
    target,
    number,
    entries.map(({ row }) => row),
  );
}

/** Writes rows of one month as the next batch of a chain. A batch that is there already is not written again. */
export async function appendRows(
  { store, writer }: Pick<Target, 'store' | 'writer'>,
  number: number,
  rows: readonly AccessRow[],
): Promise<void> {
  const values = [writer, number, JSON.stringify(rows)];
  try {
    await store.append(APPEND, values);
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    await store.append('select create_access_partition($1::date)', [rows[0]?.at.slice(0, 10)]);
    await store.append(APPEND, values);
  }
}

/** A row that the database refuses must not keep the others from being written; its answer is refused. */
async function writeOneByOne(target: Target, batch: Batch): Promise<void> {
  for (const entry of batch.entries) {
    try {
      await append(target, batch.number, [entry]);
      batch.number += 1;
      entry.written.resolve();
    } catch (error) {
      if (!isRefusedRow(error)) throw error;
      target.log.error({ error: describeError(error) }, 'an opening was refused by the database');
      entry.written.reject(refuse('unavailable', { retryAfterSeconds: 2 }));
    }
    batch.entries = batch.entries.slice(1);
  }
}

/** A value that the column cannot hold (class 22), or a violated constraint (class 23). */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

function isPartitionMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === '23514' && error.message.startsWith('no partition')
  );
}
