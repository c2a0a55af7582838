import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Files } from '../../../ports/files.ts';

export type DocumentFault = { readonly document: number; readonly fault: string };

const AT_ONCE = 500;

/**
 * Checks that every completed document has an unchanged file, and its completion in the ledger or the audit log (T48).
 */
export async function verifyDocuments(db: Db, files: Files): Promise<DocumentFault[]> {
  const faults = [...(await untoldCompletions(db)), ...(await changedSupplements(db, files))];
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('documents')
      .select(['id', 'file', 'sha256'])
      .where('status', '=', 'Completed')
      .where('destroyed_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, file, sha256 } of rows) {
      const kept = file === null ? null : await digestOf(files, file);
      if (kept === null) faults.push({ document: id, fault: 'its file is missing' });
      else if (kept !== sha256) faults.push({ document: id, fault: 'its file was changed' });
      last = id;
    }
    if (rows.length < AT_ONCE) return faults;
  }
}

/** Checks the files of sealed supplements. */
async function changedSupplements(db: Db, files: Files): Promise<DocumentFault[]> {
  const faults: DocumentFault[] = [];
  const rows = await db
    .selectFrom('signing_supplements as supplement')
    .innerJoin('documents', (join) =>
      join.onRef('documents.provider_id', '=', 'supplement.signing_id').on('documents.provider', '=', 'builtin'),
    )
    .select(['documents.id', 'supplement.file', 'supplement.sha256'])
    .where('supplement.sealed_at', 'is not', null)
    .where('documents.destroyed_at', 'is', null)
    .orderBy('documents.id')
    .execute();
  for (const { id, file, sha256 } of rows) {
    const kept = file === null ? null : await digestOf(files, file);
    if (kept === null) faults.push({ document: id, fault: 'the file of its supplement is missing' });
    else if (kept !== sha256) faults.push({ document: id, fault: 'the file of its supplement was changed' });
  }
  return faults;
}

async function digestOf(files: Files, name: string): Promise<string | null> {
  const found = await files.open(name);
  if (!found) return null;
  const digest = createHash('sha256');
  await pipeline(found.stream, digest);
  return digest.digest('hex');
}

/**
 * Finds completions without an event of the same digest in the patient's chain, or without an audit row if there is no
 * patient.
 */
async function untoldCompletions(db: Db): Promise<DocumentFault[]> {
  const { rows } = await sql<DocumentFault>`
    select document.id as document, 'its completion was not written down' as fault from documents document
    where document.status = 'Completed' and not case
      when document.kind <> 'hc_attestation' and document.signer_id is not null then exists (
        select from custody_events event
        where event.patient_id = document.signer_id and event.kind in ('document.completed', 'document.linked')
          and event.facts -> 'document' = to_jsonb(document.id) and event.facts ->> 'sha256' = document.sha256)
      else exists (
        select from audit_log entry
        where entry.subject = 'document' and entry.subject_id = document.id::text and entry.action = 'documents.complete'
          and entry.facts ->> 'sha256' = document.sha256)
    end
    order by document.id`.execute(db);
  return [...rows];
}
