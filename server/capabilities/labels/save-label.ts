import type { LabelId } from '@vialkeep/contract/kernel/ids.ts';
import { type LabelFile, updateLabel } from '@vialkeep/contract/labels.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { buildLabelData } from './announce-label.ts';
import { FOLDER } from './labels.present.ts';
import { administeredLabel, type LabelRow, lockedLabel } from './labels.queries.ts';
import { labelUploads } from './labels.uploads.ts';
import { recordLabelEvent } from './record-label-event.ts';

export type NewLabel = LabelFile & { readonly version?: number | undefined };

/** The refusal where two administrators use the same file at once. */
export const brokenLabels = {
  a_label_file_has_one_label: { reason: 'file_not_uploaded', field: 'pdf_file' },
} as const;

/**
 * Stores the file and the tracking of a request and resets its notification, because the center knows only the previous
 * label.
 */
export async function saveLabel(work: Work, actor: Actor, id: LabelId, label: NewLabel): Promise<LabelRow> {
  const before = await lockedLabel(work, actor, id);
  if (label.version !== undefined && label.version !== before.version) {
    throw refuseBy(updateLabel, 'changed_meanwhile');
  }
  const file = label.pdf_file ? `${FOLDER}/${label.pdf_file}` : before.file;
  if (file !== null && file !== before.file && !(await isUploadOf(work.db, actor, file))) {
    throw refuseBy(updateLabel, 'file_not_uploaded', { fields: { pdf_file: 'Upload the file first.' } });
  }
  const { tracking_link, tracking_number } = label;
  return attachLabel(work, actor, before, { file, tracking_link, tracking_number });
}

type Put = Pick<LabelRow, 'file' | 'tracking_link' | 'tracking_number'>;

/**
 * The only function that gives a request a label, from an upload or from the carrier. The caller holds the row lock.
 */
export async function attachLabel(work: Work, actor: Actor, before: LabelRow, put: Put): Promise<LabelRow> {
  const hasOtherFile = put.file !== before.file;
  const hasOtherNumber = put.tracking_number !== before.tracking_number;
  const isSame = !hasOtherFile && !hasOtherNumber && put.tracking_link === before.tracking_link;
  await work.db
    .updateTable('labels')
    .set({ ...put, version: sql`version + 1` })
    .$if(!isSame, (labels) => labels.set({ letter_id: null, notified_at: null }))
    .$if(hasOtherFile, (labels) => labels.set({ made_at: sql`now()`, asked_carrier_at: null, carrier_doubt: null }))
    .$if(hasOtherNumber, (labels) =>
      labels.set({ shipment_state: null, shipment_words: '', delivered_at: null, tracked_at: null }),
    )
    .where('id', '=', before.id)
    .execute();
  if (put.file !== null && !isSame) {
    await recordLabelEvent(work, before, 'label.made', { tracking_number: put.tracking_number });
    announceEvent(work, { domainId: before.domain_id, type: 'label.made', data: buildLabelData(before) });
  }
  await audit(work, {
    domainId: before.domain_id,
    action: 'labels.update',
    subject: 'label',
    subjectId: before.id,
    facts: { file: put.file, file_before: before.file, tracking_number: put.tracking_number },
    changes: changesBetween(before, put),
  });
  return administeredLabel(work.db, actor, before.id);
}

/** Looks the file up among the uploads of this administrator that no other label uses (T40). */
async function isUploadOf(db: Db, actor: Actor, file: string): Promise<boolean> {
  const upload = await db
    .selectFrom('files')
    .select('files.name')
    .where('files.name', '=', file)
    .where('files.owner_id', '=', actor.userId)
    .where((eb) => eb.not(labelUploads.isUsed(eb)))
    .executeTakeFirst();
  return upload !== undefined;
}
