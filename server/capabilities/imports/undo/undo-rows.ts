import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { ProcessingChanges } from '@vialkeep/contract/patients.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { removeAccounts } from '../../accounts/index.ts';
import { lockCustodyOfMany } from '../../custody/index.ts';
import { hideImportedDocuments, patientsOfDocuments } from '../../documents/index.ts';
import { deleteImportedLabels, patientsOfLabels } from '../../labels/index.ts';
import { endAllOfMany } from '../../network/index.ts';
import { recordProcessingOfMany } from '../../patients/index.ts';
import { endSessions } from '../../session/index.ts';
import { deleteImportedSales } from '../../transactions/index.ts';
import { takeBackEntry } from '../../vials/index.ts';
import { digestOf } from '../apply/apply-rows.ts';
import type { TakenRow } from '../apply/take-rows.ts';
import { isStill, type Running } from '../running.ts';
import { findBuiltUpon, type RowRange, rangesOf, type UndoKind, undoKinds } from './built-upon.ts';
import { checkUndo } from './check-undo.ts';

const ROWS_AT_ONCE = 500;

type AppliedRow = TakenRow & { readonly id: number; readonly before: unknown };

/** Takes the rows of an import back, in the reverse order. What was built upon meanwhile stays, and what it needs. */
export async function undoRows(services: Services, running: Running): Promise<void> {
  const site = DomainId.parse(running.domainId);
  if (!(await checkUndo(services, running))) return;
  for (const kind of undoKinds) {
    while (await keepBuiltUpon(services, running, kind));
    while (await undoBatch(services, running, kind));
  }
  while (await forgetKeys(services, running));
  await services.store.write(site, running.cause, async (work) => {
    const kept = await work.db
      .selectFrom('import_rows')
      .select('row_no')
      .where('import_id', '=', running.id)
      .where('state', 'in', ['applied', 'kept'])
      .limit(1)
      .executeTakeFirst();
    const state = kept ? 'undone_in_part' : 'undone';
    await work.db
      .updateTable('imports')
      .set({ state, undone_at: sql`now()` })
      .where('id', '=', running.id)
      .where('state', '=', 'undoing')
      .execute();
    await audit(work, { domainId: site, action: `imports.${state}`, subject: 'import', subjectId: running.id });
  });
}

const KEYS_AT_ONCE = 10_000;

/** Forgets the keys of people who were here before the import; those of rows that were undone are gone already. */
async function forgetKeys({ store }: Services, { id, domainId, cause }: Running): Promise<boolean> {
  return store.write(DomainId.parse(domainId), cause, async (work) => {
    const { numAffectedRows = 0n } = await sql`delete from source_keys known using (
        select old.domain_id, old.kind, old.key from source_keys old
        where old.import_id = ${id} and not exists (select from import_rows row where row.import_id = old.import_id
          and row.kind = old.kind and row.key = old.key and row.state = 'kept')
        limit ${KEYS_AT_ONCE}) gone
      where known.domain_id = gone.domain_id and known.kind = gone.kind and known.key = gone.key`.execute(work.db);
    const facts = { keys: Number(numAffectedRows) };
    await audit(work, { domainId, action: 'imports.forget_keys', subject: 'import', subjectId: id, facts });
    return numAffectedRows > 0n;
  });
}

/** Marks the rows that stay. A person stays for whom a kept row needs them, so people are asked until none is added. */
async function keepBuiltUpon(services: Services, running: Running, kind: UndoKind): Promise<boolean> {
  let kept = 0;
  for await (const rows of rangesOf(services.store.readSlowly('platform'), running.id, kind)) {
    kept += await keepOfRange(services, running, kind, rows);
  }
  return kept > 0 && kind === 'people';
}

async function keepOfRange(
  { store }: Services,
  { id, domainId, cause }: Running,
  kind: UndoKind,
  rows: RowRange,
): Promise<number> {
  const found = await findBuiltUpon(store.readSlowly('platform'), { id, kind, rows, isRunning: true });
  if (found.length === 0) return 0;
  return store.write(DomainId.parse(domainId), cause, async (work) => {
    const ids = found.map(({ target_id }) => target_id);
    const kept = await keep(work, id, kind, ids);
    const facts = { kind, rows: kept };
    await audit(work, { domainId, action: 'imports.keep', subject: 'import', subjectId: id, facts });
    return kept;
  });
}

async function keep(work: Work, importId: number, kind: UndoKind, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numAffectedRows } = await sql`update import_rows set state = 'kept'
    where import_id = ${importId} and kind = ${kind} and state = 'applied'
      and target_id = any (${ids}::integer[])`.execute(work.db);
  return Number(numAffectedRows ?? 0);
}

/** What stands on the rows is asked on a connection of all sites, once their locks let nothing more be built upon them. */
async function undoBatch({ store }: Services, running: Running, kind: UndoKind): Promise<boolean> {
  const { id, domainId, cause } = running;
  return store.write(DomainId.parse(domainId), cause, async (work) => {
    const isRunning = await isStill(work, id, 'undoing');
    const rows = isRunning ? await takeApplied(work, id, kind) : [];
    await lockTargets(work, kind, rows);
    const ids = rows.map((row) => row.id);
    const asked = { id, kind, rows: ids, isRunning: true };
    const built = ids.length === 0 ? [] : await findBuiltUpon(store.readSlowly('platform'), asked);
    const isKept = new Set(built.map(({ target_id }) => target_id));
    const undone = await takeBack(
      work,
      running,
      kind,
      rows.filter((row) => !isKept.has(row.id)),
    );
    await keep(
      work,
      id,
      kind,
      ids.filter((one) => !undone.includes(one)),
    );
    await markUndone(
      work,
      id,
      rows.filter((row) => undone.includes(row.id)),
    );
    await audit(work, {
      domainId,
      action: 'imports.take_back',
      subject: 'import',
      subjectId: id,
      facts: {
        kind,
        rows: undone.length,
        kept: rows.length - undone.length,
        digest: digestOf(rows.map((row) => ({ row, id: row.id }))),
      },
    });
    return rows.length > 0;
  });
}

/** Shipped vials come back before the added ones are withdrawn: their entries were recorded after these. */
async function takeApplied(work: Work, importId: number, kind: UndoKind): Promise<AppliedRow[]> {
  const { rows } = await sql<AppliedRow>`
    select file_id, row_no, key, target_id, target_id as id, data, before, '[]'::jsonb as people from import_rows
    where import_id = ${importId} and kind = ${kind} and state = 'applied'
    order by ${kind === 'vials' ? sql`target_id desc,` : sql``} file_id desc, row_no desc limit ${ROWS_AT_ONCE} for update`.execute(
    work.db,
  );
  return rows;
}

async function lockTargets(work: Work, kind: UndoKind, rows: readonly AppliedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (kind === 'transactions') {
    await sql`select from transactions where id = any (${ids}::integer[]) order by id for update`.execute(work.db);
  } else if (kind === 'people') {
    await sql`select from users where id = any (${ids}::integer[]) order by id for update`.execute(work.db);
  } else {
    await lockCustodyOfMany(work, await patientsOfRows(work, kind, ids));
    await lockPapers(work, kind, ids);
  }
}

/** Whose chain of custody tells of these records. */
async function patientsOfRows(work: Work, kind: UndoKind, ids: readonly number[]): Promise<readonly number[]> {
  if (kind === 'vials') return patientsOfEntries(work, ids);
  if (kind === 'documents') return patientsOfDocuments(work.db, ids);
  return kind === 'labels' ? patientsOfLabels(work.db, ids) : ids;
}

/** The chains come first, as everywhere. */
async function lockPapers(work: Work, kind: UndoKind, ids: readonly number[]): Promise<void> {
  if (kind === 'documents') {
    await sql`select from documents where id = any (${ids}::integer[]) order by id for update`.execute(work.db);
  } else if (kind === 'labels') {
    await sql`select from labels where id = any (${ids}::integer[]) order by id for update`.execute(work.db);
  }
}

async function patientsOfEntries(work: Work, ids: readonly number[]): Promise<number[]> {
  const entries = await entriesById(work, ids);
  return [...new Set(entries.values())];
}

async function entriesById(work: Work, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await work.db
    .selectFrom('vial_entries')
    .select(['id', 'patient_id'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ id, patient_id }) => [id, patient_id]));
}

/** Returns the ids that were taken back. */
async function takeBack(work: Work, running: Running, kind: UndoKind, rows: readonly AppliedRow[]): Promise<number[]> {
  const ids = rows.map(({ id }) => id);
  if (rows.length === 0) return [];
  if (kind === 'transactions') {
    await deleteImportedSales(work, running.id, ids);
    return ids;
  }
  if (kind === 'labels') {
    await deleteImportedLabels(work, running.id, ids);
    return ids;
  }
  if (kind === 'documents') {
    await hideImportedDocuments(work, ids);
    return ids;
  }
  if (kind === 'people') {
    await endAllOfMany(work, ids);
    await removeAccounts(work, ids);
    // An administrator may have opened one of them.
    await endSessions(work, { userIds: ids }, 'account removed');
    return ids;
  }
  if (kind === 'vials') return takeBackEntries(work, running.domainId, rows);
  return takeBackProcessing(work, running.domainId, rows);
}

/** A row whose earlier values an erasure has emptied stays. */
async function takeBackProcessing(work: Work, domainId: number, rows: readonly AppliedRow[]): Promise<number[]> {
  const records = rows.flatMap(({ id, before }) => {
    const { data } = ProcessingChanges.safeParse(before);
    return data === undefined ? [] : [{ patient: { id, domainId }, changes: data }];
  });
  if (records.length > 0) await recordProcessingOfMany(work, records);
  return records.map(({ patient }) => patient.id);
}

async function takeBackEntries(work: Work, domainId: number, rows: readonly AppliedRow[]): Promise<number[]> {
  const patients = await entriesById(
    work,
    rows.map(({ id }) => id),
  );
  const undone: number[] = [];
  for (const { id } of rows) {
    const patient = patients.get(id);
    if (patient !== undefined && (await takeBackEntry(work, { id: patient, domainId }, id))) undone.push(id);
  }
  return undone;
}

async function markUndone(work: Work, importId: number, rows: readonly AppliedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const marks = JSON.stringify(rows.map(({ file_id, row_no }) => ({ file_id, row_no })));
  await sql`
    with undone as (
      update import_rows row set state = 'undone'
      from jsonb_to_recordset(${marks}::jsonb) mark (file_id integer, row_no integer)
      where row.file_id = mark.file_id and row.row_no = mark.row_no
      returning row.file_id, row.domain_id, row.kind, row.key
    ), forgotten as (
      delete from source_keys known using undone
      where known.domain_id = undone.domain_id and known.kind = undone.kind and known.key = undone.key
        and known.import_id = ${importId}
    ), counted as (
      update import_files file set applied = file.applied - sums.n
      from (select file_id, count(*)::integer as n from undone group by 1) sums where file.id = sums.file_id
    )
    update imports set done_rows = done_rows + ${rows.length} where id = ${importId}`.execute(work.db);
}
