import { createHash } from 'node:crypto';
import type { ProblemReason } from '@vialkeep/contract/imports.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { orNotFound, Refusal } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import { PdfReader } from '../files/pdf-reader.ts';
import { isStill, type Running } from '../running.ts';
import { FILES_AT_ONCE, fileFolders, PdfLost, storeFilesOfNext } from './row-files.ts';
import { atStart, type Step, type StepPlace, steps, type TakenRow, takeRows } from './take-rows.ts';
import { freeKeysOfRemoved, markWritten, rememberExisting, writeRows } from './write-rows.ts';

const ROWS_AT_ONCE = 500;

/**
 * Writes the rows of an import that are still to be written. A killed server repeats only the batch that was not
 * committed. Returns false where the import was stopped.
 */
export async function applyRows(services: Services, running: Running): Promise<boolean> {
  const site = DomainId.parse(running.domainId);
  await services.store.write(site, running.cause, async (work) => {
    await freeKeysOfRemoved(work, running);
    await rememberExisting(work, running);
    await forgetFileNames(work, running.id);
    await audit(work, { domainId: site, action: 'imports.begin', subject: 'import', subjectId: running.id });
  });
  const reader = new PdfReader(services.store.read('platform'), services.files);
  try {
    for (const step of steps) {
      const atOnce = fileFolders[step] === undefined ? ROWS_AT_ONCE : FILES_AT_ONCE;
      let after = atStart;
      let batches = 0;
      for (let one = 0; ; ) {
        const end = await applyBatch(services, running, step, { most: one > 0 ? 1 : atOnce, reader, after });
        const done = typeof end === 'string' ? end : 'written';
        if (done === 'stopped') return false;
        if (done === 'none left') break;
        if (typeof end !== 'string') {
          after = end;
          batches += 1;
          if (ANALYSED_AFTER.has(batches)) await analyzeTables(services.store, step);
        }
        // The rows of a refused batch are written one by one, so that only those that are refused stay out.
        if (done === 'refused') one = atOnce;
        else one -= 1;
      }
    }
  } finally {
    reader.close();
  }
  return true;
}

/** Batches of a step after which the tables are analysed; autovacuum begins after the first minute. */
const ANALYSED_AFTER: ReadonlySet<number> = new Set([1, 8, 64, 512]);

/** Has the plans made anew that were made for the tables as they were before this step filled them. */
async function analyzeTables(store: Services['store'], step: Step): Promise<void> {
  const kind = step.includes('vials') ? 'vials' : step;
  await store.unaudited('statistics of the planner', (db) => sql`select analyze_imported_tables(${kind})`.execute(db));
}

/** A killed run may have stored PDFs that no record uses, which are deleted at night; this run stores its own. */
async function forgetFileNames(work: Work, id: number): Promise<void> {
  await work.db
    .updateTable('import_rows')
    .set({ before: null })
    .where('import_id', '=', id)
    .where('kind', 'in', ['documents', 'labels'])
    .where('state', '=', 'new')
    .where('before', 'is not', null)
    .execute();
}

/** How a batch ended; after one that was written, how far the step has come. */
type BatchEnd = StepPlace | 'none left' | 'stopped' | 'refused';
type BatchSize = { readonly most: number; readonly reader: PdfReader; readonly after: StepPlace };

async function applyBatch(services: Services, running: Running, step: Step, size: BatchSize): Promise<BatchEnd> {
  const { store, domains } = services;
  const { most } = size;
  const site = DomainId.parse(running.domainId);
  const taken: { row: TakenRow | null } = { row: null };
  try {
    const files = await storeFilesOfNext(services, running, step, size);
    if (files === null) return 'stopped';
    const papers = { site: await domains.ofId(site), files };
    return await store.write(site, running.cause, async (work) => {
      if (!(await isStill(work, running.id, 'applying'))) return recordBatchEnd(work, running, 'stopped');
      const rows = await takeRows(work, running, step, size);
      if (rows.length === 0) return recordBatchEnd(work, running, 'none left');
      taken.row = rows[0] ?? null;
      const written = await writeRows(work, running, step, rows, papers);
      await markWritten(work, running, step, written);
      await audit(work, {
        domainId: site,
        action: 'imports.apply',
        subject: 'import',
        subjectId: running.id,
        facts: {
          kind: step,
          rows: written.length,
          first: written[0]?.id ?? null,
          last: written.at(-1)?.id ?? null,
          digest: digestOf(written),
        },
      });
      return orNotFound(rows.at(-1));
    });
  } catch (error) {
    if (error instanceof PdfLost) {
      await leaveOut(store, running, step, error.row, { field: 'file', reason: 'file_missing' });
      return size.after;
    }
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (most > 1 || taken.row === null) return 'refused';
    await leaveOut(store, running, step, taken.row, reason);
    return taken.row;
  }
}

/** A unit of work leaves an audit row, also where nothing was left to do. */
async function recordBatchEnd(work: Work, { id, domainId }: Running, how: 'none left' | 'stopped'): Promise<BatchEnd> {
  await audit(work, { domainId, action: 'imports.step', subject: 'import', subjectId: id, facts: { end: how } });
  return how;
}

/** Seals which row became which id. */
export function digestOf(rows: readonly { readonly row: TakenRow; readonly id: number }[]): string {
  const lines = rows.map(({ row, id }) => `${row.file_id}:${row.row_no}=${id}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

type Reason = { readonly field: string; readonly reason: ProblemReason };

/** What a constraint of the database says about a row. */
const constraints: Readonly<Record<string, Reason>> = {
  users_email_once: { field: 'email', reason: 'email_in_use' },
  source_keys_pkey: { field: 'key', reason: 'key_in_use' },
  transactions_charge_once: { field: 'key', reason: 'key_in_use' },
  vial_aliases_pkey: { field: 'codes', reason: 'key_in_use' },
  undone_people_are_not_named: { field: '', reason: 'unknown_person' },
};

/** Null for a failure that is not about the values of a row: then the job is tried again. */
function reasonOf(error: unknown): Reason | null {
  if (error instanceof Refusal && error.status < 500) {
    if (error.reason === 'dates_contradict')
      return { field: Object.keys(error.fields ?? {})[0] ?? '', reason: error.reason };
    return error.reason === 'not_found'
      ? { field: '', reason: 'unknown_person' }
      : { field: 'quantity', reason: 'not_that_many' };
  }
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  if (!/^(?:22|23)/.test(error.code)) return null;
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  return constraints[constraint] ?? { field: '', reason: 'does_not_fit' };
}

async function leaveOut(
  store: Services['store'],
  { id, domainId, cause }: Running,
  step: Step,
  row: Pick<TakenRow, 'file_id' | 'row_no' | 'data'>,
  found: Reason,
) {
  await store.write(DomainId.parse(domainId), cause, async (work) => {
    const cell = row.data[found.field] ?? '';
    const problem = { ...found, value: (typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, 200) };
    // The account of a person stands where only a relation was refused.
    const isPerson = step === 'relations';
    await sql`update import_rows set problems = problems || ${JSON.stringify([problem])}::jsonb,
        state = case when ${isPerson} then state else 'bad' end, is_related = ${isPerson}
      where file_id = ${row.file_id} and row_no = ${row.row_no}`.execute(work.db);
    await sql`update import_files set problem_rows = problem_rows + 1,
        to_create = to_create - case when ${isPerson} then 0 else 1 end
      where id = ${row.file_id}`.execute(work.db);
    await audit(work, {
      domainId,
      action: 'imports.leave_out',
      subject: 'import',
      subjectId: id,
      facts: { file: row.file_id, row: row.row_no, reason: found.reason },
    });
  });
}
