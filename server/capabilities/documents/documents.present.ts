import { DocumentStatus, type ListedDocument, PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { hasSupplement } from './documents.queries.ts';

type Documents = SelectQueryBuilder<Tables, 'documents', object>;

/** The columns of a document in a list, newest first. */
export function selectListedDocuments(documents: Documents) {
  return documents
    .innerJoin('domains', 'domains.id', 'documents.domain_id')
    .leftJoin('users as patient', 'patient.id', 'documents.signer_id')
    .leftJoin('users as center', 'center.id', 'documents.center_id')
    .select([
      'documents.id',
      'documents.document_id',
      'documents.name',
      'documents.kind',
      'documents.status',
      'documents.domain_id',
      'domains.name as domain_name',
      'documents.signer_name',
      'documents.signer_email',
      'documents.requested_at',
      'documents.emailed_at',
      'documents.signed_at',
      'patient.id as patient_id',
      'patient.first_name',
      'patient.last_name',
      'patient.email',
      'center.id as center_id',
      'center.company',
      hasSupplement.as('has_supplement'),
    ])
    .orderBy('documents.id', 'desc');
}

/**
 * Hides the id of a pending document: links in emails of an earlier version contain it, and it alone lets a guest sign.
 */
export function publicDocumentId({ document_id, status }: { document_id: string; status: string }): string {
  return status === 'Completed' ? document_id : '';
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListedDocuments>['executeTakeFirstOrThrow']>>;

export function presentListed(row: Row, access: Access): z.input<typeof ListedDocument> {
  const status = DocumentStatus.parse(row.status);
  return {
    id: row.id,
    document_id: publicDocumentId({ document_id: row.document_id, status }),
    name: row.name,
    kind: PatientDocumentKind.parse(row.kind),
    status,
    domain: { id: row.domain_id, name: row.domain_name },
    patient_name: row.signer_name,
    patient_email: row.signer_email,
    patient_desc:
      row.patient_id === null
        ? []
        : [
            {
              id: row.patient_id,
              first_name: row.first_name ?? '',
              last_name: row.last_name ?? '',
              email: row.email ?? '',
            },
          ],
    hc_desc: row.center_id === null ? [] : [{ id: row.center_id, company: row.company ?? '' }],
    requested_at: row.requested_at.toISOString(),
    emailed_at: row.emailed_at?.toISOString() ?? null,
    signed_at: row.signed_at?.toISOString() ?? null,
    has_supplement: row.has_supplement,
    may: [
      ...(status === 'Pending' && access.mayTry('documents.request') ? (['remind'] as const) : []),
      ...(access.mayTry('documents.administer') ? (['link', 'delete'] as const) : []),
    ],
  };
}
