import { buffer } from 'node:stream/consumers';
import { readLabelFile } from '@vialkeep/contract/labels.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { FOLDER } from './labels.present.ts';

/** Looks the name up among the labels; the file store gets no other name (S-18, T40). */
export const readLabelFileHandler = handle(readLabelFile, async ({ access, db, params, services, noteSubjects }) => {
  const label = orNotFound(
    await labelsWithClinics(db).where('labels.file', '=', `${FOLDER}/${params.file}`).executeTakeFirst(),
  );
  access.authorize({ domainId: label.domain_id, ownerIds: label.clinics });
  noteSubjects(label.patients, label.id);
  const { stream } = orNotFound(await services.files.open(`${FOLDER}/${params.file}`));
  return { content: await buffer(stream), mediaType: 'application/pdf', shownAs: `fedex-label-${label.id}.pdf` };
});

/** Labels with the clinic that made the request, the center it is for, and the clinics whose fees show it. */
function labelsWithClinics(db: Db) {
  return db.selectFrom('labels').select([
    'labels.id',
    'labels.domain_id',
    sql<number[]>`array(select patient_id from label_patients where label_id = labels.id)`.as('patients'),
    sql<number[]>`array[labels.requester_id, labels.center_id] || array(
      select unnest(array[transactions.center_id, transactions.referral_center_id])
      from label_transactions join transactions on transactions.id = label_transactions.transaction_id
      where label_transactions.label_id = labels.id)`.as('clinics'),
  ]);
}
