import { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { statementByIds } from '../../../kernel/db/statement-by-ids.ts';
import { publicDocumentId } from '../documents.present.ts';
import { hasSupplement } from '../documents.queries.ts';

export type DocumentOfUser = {
  readonly id: number;
  readonly document_id: string;
  readonly name: string;
  readonly kind: PatientDocumentKind;
  readonly status: string;
  readonly has_supplement: boolean;
};

const documentsOfThese = statementByIds((db, these) =>
  db
    .selectFrom('documents')
    .select([
      sql<number>`signer_id`.as('signer'),
      'id',
      'document_id',
      'name',
      'kind',
      'status',
      hasSupplement.as('has_supplement'),
    ])
    .where('signer_id', '=', these)
    .where('kind', '<>', sql.lit('hc_attestation'))
    .where('hidden_at', 'is', null)
    .orderBy('id'),
);

/** Patients' documents for lists of users, oldest first. */
export async function documentsOf(db: Db, userIds: readonly number[]): Promise<Map<number, DocumentOfUser[]>> {
  const found = new Map<number, DocumentOfUser[]>();
  const rows = await documentsOfThese(db, userIds);
  for (const { signer, ...row } of rows) {
    const document = { ...row, kind: PatientDocumentKind.parse(row.kind), document_id: publicDocumentId(row) };
    found.set(signer, [...(found.get(signer) ?? []), document]);
  }
  return found;
}
