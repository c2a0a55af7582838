import { buffer } from 'node:stream/consumers';
import { readLabelFile } from '@vialkeep/contract/labels.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { FOLDER } from './labels.present.ts';
import { administeredBy } from './labels.queries.ts';

/** Looks the name up among the labels; the file store gets no other name (S-18, T40). */
export const readLabelFileHandler = handle(readLabelFile, async ({ actor, db, params, services }) => {
  const label = orNotFound(
    await readableBy(db, actor).where('labels.file', '=', `${FOLDER}/${params.file}`).executeTakeFirst(),
  );
  const { stream } = orNotFound(await services.files.open(`${FOLDER}/${params.file}`));
  return { content: await buffer(stream), mediaType: 'application/pdf', shownAs: `fedex-label-${label.id}.pdf` };
});

/**
 * Readable by administrators of the site, the clinic that made the request, the center it is for, and the clinics whose
 * row shows it.
 */
function readableBy(db: Db, actor: Actor) {
  const labels = db.selectFrom('labels').select('labels.id');
  if (administrators.includes(actor.plan)) return labels.where(administeredBy(actor));
  return labels.where('labels.domain_id', '=', actor.domainId).where((eb) =>
    eb.or([
      eb('labels.requester_id', '=', actor.userId),
      eb('labels.center_id', '=', actor.userId),
      eb.exists(
        eb
          .selectFrom('label_transactions')
          .innerJoin('transactions', 'transactions.id', 'label_transactions.transaction_id')
          .select('label_transactions.label_id')
          .whereRef('label_transactions.label_id', '=', 'labels.id')
          .where((fee) =>
            fee.or([
              fee('transactions.center_id', '=', actor.userId),
              fee('transactions.referral_center_id', '=', actor.userId),
            ]),
          ),
      ),
    ]),
  );
}
