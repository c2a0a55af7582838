import { DocumentStatus } from '@vialkeep/contract/documents.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { lockCustody } from '../custody/index.ts';

/** Patients sign the first three kinds; a center or its staff signs `hc_attestation`. */
export const DocumentKind = z.enum(['attestation', 'processing', 'storage', 'hc_attestation']);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** The ways an attempt can end without a signature. */
export const Refused = z.enum(['declined', 'expired', 'revoked']);

const DOCUMENT_ID = /^[A-Za-z0-9_-]{22}$/;
const NUMBER = /^[1-9]\d{0,8}$/;

export function isDocumentId(text: string): boolean {
  return DOCUMENT_ID.test(text);
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** Finds a document that is not deleted. */
export async function findDocument(db: Db, id: number) {
  const row = await selectUnhiddenDocuments(db).where('id', '=', id).executeTakeFirst();
  return row && parseDocumentRow(row);
}

/** Finds a document by its random id. */
export async function findByDocumentId(db: Db, documentId: string): Promise<DocumentRow | undefined> {
  if (!isDocumentId(documentId)) return undefined;
  const row = await selectUnhiddenDocuments(db).where('document_id', '=', documentId).executeTakeFirst();
  return row && parseDocumentRow(row);
}

/** Finds a document by its random id or by its number. */
export async function findByName(db: Db, name: string): Promise<DocumentRow | undefined> {
  return NUMBER.test(name) ? findDocument(db, Number(name)) : findByDocumentId(db, name);
}

export async function findByProviderId(db: Db, provider: string, providerId: string) {
  const row = await selectUnhiddenDocuments(db)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row && parseDocumentRow(row);
}

/** The documents that a user signed or has to sign, newest first. */
export async function documentsOfSigner(db: Db, signerId: number): Promise<DocumentRow[]> {
  return (await selectUnhiddenDocuments(db).where('signer_id', '=', signerId).orderBy('id', 'desc').execute()).map(
    parseDocumentRow,
  );
}

/**
 * Finds a document and holds its row lock. Locks the patient's ledger first, the order used everywhere, to prevent
 * deadlocks.
 */
export async function lockedDocument(work: Work, id: number): Promise<DocumentRow | undefined> {
  for (;;) {
    const known = await findDocument(work.db, id);
    if (!known) return undefined;
    const patient = patientOf(known);
    if (patient) await lockCustody(work, patient);
    const row = await selectUnhiddenDocuments(work.db).where('id', '=', id).forUpdate().executeTakeFirst();
    // Repeats if the document was linked to another patient before the row lock.
    if (!row || row.signer_id === known.signer_id) return row && parseDocumentRow(row);
  }
}

/** Returns the patient whose ledger records the document; null for an attestation and for a guest. */
export function patientOf({ kind, signer_id, domain_id }: Pick<DocumentRow, 'kind' | 'signer_id' | 'domain_id'>) {
  return kind === 'hc_attestation' || signer_id === null ? null : { id: signer_id, domainId: domain_id };
}

/** The account that signed or signs a document; none for a guest. */
export function signersOf({ signer_id }: Pick<DocumentRow, 'signer_id'>): number[] {
  return signer_id === null ? [] : [signer_id];
}

type OnDocuments = ExpressionBuilder<Tables, 'documents'>;

/** Documents that a clinic requested, and documents of its patients. */
export function ofCenter(centerId: number) {
  return (eb: OnDocuments) =>
    eb(
      'documents.id',
      'in',
      sql<number>`(
        select id from documents where center_id = ${centerId} and hidden_at is null
        union
        select theirs.id from documents theirs join active_relations mine on mine.subject_id = theirs.signer_id
        where mine.object_id = ${centerId} and mine.kind in ('center', 'referral_center')
          and theirs.hidden_at is null)`,
    );
}

/** Whether a sealed supplement page exists for this document's certificate. */
export const hasSupplement = sql<boolean>`documents.provider = 'builtin' and exists (
  select from signing_supplements supplement
  where supplement.signing_id = documents.provider_id and supplement.sealed_at is not null)`;

function selectUnhiddenDocuments(db: Db) {
  return db
    .selectFrom('documents')
    .select([
      'id',
      'domain_id',
      'document_id',
      'kind',
      'name',
      'status',
      'origin',
      'provider',
      'provider_id',
      'attempt',
      'refused',
      'signer_id',
      'signer_name',
      'signer_email',
      'center_id',
      'template_id',
      'sha256',
      'requested_at',
      'sent_at',
      'emailed_at',
      'signed_at',
      'completed_at',
      hasSupplement.as('has_supplement'),
    ])
    .where('hidden_at', 'is', null);
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectUnhiddenDocuments>['executeTakeFirstOrThrow']>>;

/** Parses the columns that a check constraint limits to fixed values. */
function parseDocumentRow(row: Stored) {
  return { ...row, kind: DocumentKind.parse(row.kind), status: DocumentStatus.parse(row.status) };
}

/** The signer of a document; a guest's paper names the erased person only by the address that replaced theirs. */
export const signerId = sql<number | null>`coalesce(documents.signer_id,
  substring(documents.signer_email from '^erased-([0-9]{1,9})@erased[.]invalid$')::integer)`;
