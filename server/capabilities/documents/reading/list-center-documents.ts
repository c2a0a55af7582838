import { listCenterDocuments } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { fixedLimit } from '../../../kernel/db/fixed-limit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../../network/index.ts';
import { presentListed, selectListedDocuments } from '../documents.present.ts';
import { ofCenter } from '../documents.queries.ts';
import { patientDocuments } from './documents-seen.ts';

/** The most rows of the list, because the documented list has no pages. */
const MOST = 5_000;

export const listCenterDocumentsHandler = handle(listCenterDocuments, async ({ access, db, params }) => {
  const center = await authorizeAccountOf(access, db, params.id, Plan.harvestCenter);
  const rows = await selectListedDocuments(patientDocuments(db).where(ofCenter(center.id)))
    .limit(fixedLimit(MOST))
    .execute();
  return rows.map((row) => presentListed(row, access));
});
