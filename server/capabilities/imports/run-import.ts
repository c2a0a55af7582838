import type { EventData } from '@vialkeep/contract/events.ts';
import { type ImportState, MissingEmail } from '@vialkeep/contract/imports.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Db } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { enqueue, type Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { applyRows } from './apply/apply-rows.ts';
import { findProblems } from './check/find-problems.ts';
import { loadRows } from './check/load-rows.ts';
import { readPdfs } from './check/read-pdfs.ts';
import { ChunkLost } from './files/read-chunks.ts';
import { UnreadableFile } from './files/unreadable.ts';
import { sumCounts } from './imports.present.ts';
import { filesOf, type ImportRow, productNames, requireImport } from './imports.queries.ts';
import { RUN_IMPORT } from './job-names.ts';
import type { Running } from './running.ts';
import { undoRows } from './undo/undo-rows.ts';

/** The class of the advisory lock of a running import. */
const LOCK = 0x696d7072;

const Payload = z.object({ id: z.number().int() });

/** Another worker holds the lock of the import. */
export class ImportIsRunning extends Error {
  override readonly message = 'Another server works on this import.';
}

/** Goes on with one import, one at a time; the state says with what. */
export const runImportJob: Job = {
  name: RUN_IMPORT,
  run: (payload, services, cause) => runImport(services, Payload.parse(payload).id, cause),
};

/** Takes up the imports that a killed server has left. */
export const resumeImportsJob: Job = {
  name: 'resume-imports',
  atStart: true,
  async run(_payload, { store }, cause) {
    const running = await store
      .read('platform')
      .selectFrom('imports')
      .select(['id', 'domain_id'])
      .where('state', 'in', ['checking', 'applying', 'undoing'])
      .execute();
    for (const { id, domain_id } of running) {
      await store.write('platform', cause, async (work) => {
        await enqueue(work, RUN_IMPORT, { id }, `import-${id}`);
        await audit(work, { domainId: domain_id, action: 'imports.resume', subject: 'import', subjectId: id });
      });
    }
  },
};

export async function runImport(services: Services, id: number, cause: AuditContext): Promise<void> {
  const guard = await services.store.openExport('platform');
  try {
    // The connection of a killed server may still finish its statement; the queue tries the job again.
    if (!(await guard.tryLock(LOCK, id))) throw new ImportIsRunning();
    // A million rows take hours.
    guard.stayOpen();
    const row = await requireImport(services.store.read('platform'), id);
    const running: Running = { id, domainId: row.domain_id, cause: contextOfImport(row, cause) };
    if (row.state === 'checking') await runCheck(services, row, running);
    if (row.state === 'applying') await runApply(services, running);
    if (row.state === 'undoing') await undoRows(services, running);
  } finally {
    guard.close();
  }
}

/** The rows are written in the name of the administrator who began the import. */
function contextOfImport({ id, created_by, state }: ImportRow, cause: AuditContext): AuditContext {
  const requestId = state === 'undoing' ? `undo-import-${id}` : `import-${id}`;
  return { ...cause, actorId: created_by, userId: created_by, requestId };
}

async function runCheck(services: Services, row: ImportRow, running: Running): Promise<void> {
  const { store } = services;
  const products = await productNames(store.read('platform'));
  const missingEmail = MissingEmail.parse(row.missing_email);
  let failure: string | null = null;
  let before = 0;
  for (const file of await filesOf(store.read('platform'), row.id)) {
    const earlier = before;
    const onRows = (rows: number) => noteProgress(services, row.id, earlier + rows);
    try {
      before +=
        file.kind === 'pdfs'
          ? await readPdfs(services, file, onRows)
          : await loadRows({ services, file, missingEmail, products, onRows });
    } catch (error) {
      if (!(error instanceof UnreadableFile || error instanceof ChunkLost)) throw error;
      failure = `${file.name}: ${error.message}`.slice(0, 500);
      break;
    }
  }
  if (failure === null) await findAllProblems(services, { ...running, isApplied: false });
  await finish(services, running, 'checking', failure === null ? 'checked' : 'draft', failure);
}

async function noteProgress({ store }: Services, id: number, rows: number): Promise<void> {
  await store.unaudited('how far a check is, which changes no value', (db) =>
    db.updateTable('imports').set({ done_rows: rows }).where('id', '=', id).execute(),
  );
}

/** The statements about a million rows take longer than those of a call may. */
async function findAllProblems({ store }: Services, about: { id: number; domainId: number; isApplied: boolean }) {
  // By itself, because its lock would last as long as the transaction.
  await store.unaudited('statistics of the planner', (db) => sql`select analyze_import_rows()`.execute(db));
  await store.unaudited('what a check found, in the import’s own table', (db) =>
    db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', '2h', true)`.execute(transaction);
      await findProblems(transaction, about);
      await countRows(transaction, about.id);
    }),
  );
}

async function countRows(db: Db, importId: number): Promise<void> {
  await sql`
    update import_files file set row_count = counted.rows, read_rows = counted.rows, to_create = counted.created,
      existing = counted.existing, problem_rows = counted.bad
    from (
      select files.id, count(row.row_no)::integer as rows,
        count(row.row_no) filter (where row.state in ('new', 'applied'))::integer as created,
        count(row.row_no) filter (where row.state = 'existing')::integer as existing,
        count(row.row_no) filter (where row.problems <> '[]')::integer as bad
      from import_files files left join import_rows row on row.file_id = files.id
      where files.import_id = ${importId} group by 1
    ) counted where file.id = counted.id`.execute(db);
}

async function runApply(services: Services, running: Running): Promise<void> {
  await findAllProblems(services, { ...running, isApplied: true });
  if (!(await applyRows(services, running))) return;
  await finish(services, running, 'applying', 'applied', null);
}

/** The end of a step, where the import is still in it. */
async function finish(
  { store }: Services,
  { id, domainId, cause }: Running,
  from: ImportState,
  to: ImportState,
  failure: string | null,
): Promise<void> {
  await store.write(DomainId.parse(domainId), cause, async (work) => {
    const isApplied = to === 'applied';
    const ended = await work.db
      .updateTable('imports')
      .set({
        state: to,
        done_rows: 0,
        failure,
        ...(to === 'checked' ? { checked_at: sql`now()` } : {}),
        ...(isApplied ? { applied_at: sql`now()` } : {}),
      })
      .where('id', '=', id)
      .where('state', '=', from)
      .returning('id')
      .executeTakeFirst();
    const about = { domainId, subject: 'import', subjectId: id } as const;
    if (!ended) {
      // It was stopped after the last rows; the run that goes on with it ends the step.
      await audit(work, { ...about, action: 'imports.step', facts: { end: 'stopped' } });
      return;
    }
    if (isApplied) announceEvent(work, { domainId, type: 'import.applied', data: await readTotals(work.db, id) });
    await audit(work, { ...about, action: `imports.${to}` });
  });
}

async function readTotals(db: Db, id: number): Promise<EventData<'import.applied'>> {
  const { rows, applied, existing } = sumCounts(await filesOf(db, id));
  return { import_id: id, rows, created: applied, existing, left_out: rows - applied - existing };
}
