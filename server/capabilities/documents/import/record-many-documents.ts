import { randomBytes } from 'node:crypto';
import type { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { documentCode } from '../../../pdf/document-code.ts';
import { paperTitle } from '../../../pdf/render/document-text.ts';
import { appendCustodyToMany, lockCustodyOfMany, type Patient } from '../../custody/index.ts';

/** A document that was signed before the import; its file is stored. */
export type ImportedDocument = {
  readonly patient: Patient;
  readonly kind: PatientDocumentKind;
  readonly signedOn: string;
  readonly file: { readonly name: string; readonly sha256: string };
};

/**
 * Files documents of another system as completed ones, without letters. A pending request of the same kind stays as it
 * is, because an undo could not give it back. Returns the id of each, in order.
 */
export async function recordManyDocuments(
  work: Work,
  site: Domain,
  documents: readonly ImportedDocument[],
): Promise<number[]> {
  await lockCustodyOfMany(work, [...new Set(documents.map(({ patient }) => patient.id))]);
  const rows = documents.map(({ patient, kind, signedOn, file }) => {
    const documentId = randomBytes(16).toString('base64url');
    return {
      document_id: documentId,
      domain_id: patient.domainId,
      kind,
      name: paperTitle(kind, site),
      signer_id: patient.id,
      // Only the day is known; at noon it is the same day nearly everywhere.
      signed_at: `${signedOn}T12:00:00Z`,
      file: file.name,
      sha256: file.sha256,
      code: documentCode(documentId),
    };
  });
  const { rows: made } = await sql<{ id: number }>`
    insert into documents (domain_id, document_id, kind, name, status, origin, signer_id, signer_name, signer_email,
      center_id, file, sha256, code, requested_at, signed_at, completed_at)
    select row.domain_id, row.document_id, row.kind, row.name, 'Completed', 'upload', row.signer_id, signer.username,
      signer.email, (select object_id from active_relations where subject_id = row.signer_id and kind = 'center'
        order by id limit 1), row.file, row.sha256, row.code, row.signed_at, row.signed_at, now()
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (domain_id integer, document_id text, kind text,
      name text, signer_id integer, signed_at timestamptz, file text, sha256 text, code text)) with ordinality
      as row (domain_id, document_id, kind, name, signer_id, signed_at, file, sha256, code, n)
      join users signer on signer.id = row.signer_id
    order by row.n returning id`.execute(work.db);
  const ids = made.map(({ id }) => id).toSorted((one, other) => one - other);
  await appendCustodyToMany(
    work,
    'document.completed',
    documents.map(({ patient, kind, signedOn, file }, index) => ({
      patient,
      occurredOn: signedOn,
      facts: {
        document: orNotFound(ids[index]),
        kind,
        name: paperTitle(kind, site),
        origin: 'upload',
        sha256: file.sha256,
      },
    })),
  );
  return ids;
}

/** The patients in whose chains these documents stand. */
export async function patientsOfDocuments(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct signer_id as id from documents
    where id = any (${ids}::integer[]) and signer_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Hides documents whose import is undone; what was filed is kept, as after every deletion (S-25). The caller holds the locks. */
export async function hideImportedDocuments(work: Work, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; kind: string; name: string; patient_id: number; domain_id: number }>`
    update documents set hidden_at = now()
    where id = any (${ids}::integer[]) and hidden_at is null and signer_id is not null
    returning id, kind, name, signer_id as patient_id, domain_id`.execute(work.db);
  await appendCustodyToMany(
    work,
    'document.hidden',
    rows
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, kind, name, patient_id, domain_id }) => ({
        patient: { id: patient_id, domainId: domain_id },
        facts: { document: id, kind, name, status: 'Completed' },
      })),
  );
}
