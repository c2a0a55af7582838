import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { announceEvent } from '../../../kernel/events.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { Tracking } from '../../../ports/carrier.ts';
import { buildLabelData } from '../announce-label.ts';
import { type LabelRow, labelRows } from '../labels.queries.ts';
import { recordLabelEvent } from '../record-label-event.ts';

/** Final states, which the carrier no longer changes. */
const ENDED = ['delivered', 'returned', 'cancelled'];

/** A label that is unused after this many days is no longer tracked. */
const DAYS = 60;

/** The largest batch of one run; the labels that were checked least recently come first. */
const MOST = 300;

/** Runs twice an hour and asks the carrier for the state of open shipments; does nothing without a carrier. */
export const trackShipmentsJob: Job = {
  name: 'track-shipments',
  at: '7,37 * * * *',
  async run(_payload, { store, carrier, log }, cause) {
    if (carrier === null) return;
    const open = await store
      .read('platform')
      .selectFrom('labels')
      .select(['id', 'tracking_number'])
      .where('file', 'is not', null)
      .where('tracking_number', '<>', '')
      .where('made_at', '>', sql<Date>`now() - make_interval(days => ${DAYS})`)
      .where((eb) => eb.or([eb('shipment_state', 'is', null), eb('shipment_state', 'not in', ENDED)]))
      .orderBy('tracked_at', (order) => order.asc().nullsFirst())
      .limit(MOST)
      .execute();
    if (open.length === 0) return;
    const looked = await carrier.track(open.map(({ tracking_number }) => tracking_number));
    for (const [at, { id }] of open.entries()) {
      const tracking = looked[at];
      if (tracking) await store.write('platform', cause, (work) => noteTracking(work, id, tracking));
    }
    log.info({ shipments: open.length }, 'asked the carrier where shipments are');
  },
};

async function noteTracking(work: Work, id: number, tracking: Tracking): Promise<void> {
  const [label] = await labelRows(work.db).where('labels.id', '=', id).execute();
  if (!label) throw new Error(`There is no label ${id}.`);
  const isNews = label.shipment_state !== tracking.state && label.tracking_number === tracking.trackingNumber;
  await work.db
    .updateTable('labels')
    .set({
      shipment_state: tracking.state,
      shipment_words: tracking.words,
      delivered_at: tracking.deliveredAt,
      tracked_at: sql`now()`,
    })
    .where('id', '=', id)
    // An administrator may have corrected the number since the carrier was asked.
    .where('tracking_number', '=', tracking.trackingNumber)
    .execute();
  if (isNews && tracking.state !== 'unknown') {
    await recordLabelEvent(work, label, 'label.tracked', {
      state: tracking.state,
      tracking_number: tracking.trackingNumber,
      delivered_at: tracking.deliveredAt?.toISOString() ?? null,
    });
    announceTracking(work, label, tracking);
  }
  await audit(work, {
    domainId: label.domain_id,
    action: 'labels.track',
    subject: 'label',
    subjectId: id,
    facts: { state: tracking.state, before: label.shipment_state },
  });
}

function announceTracking(work: Work, label: LabelRow, { state, deliveredAt }: Tracking): void {
  const [domainId, data] = [label.domain_id, buildLabelData(label)];
  const delivered_on = deliveredAt?.toISOString().slice(0, 10) ?? null;
  if (state === 'delivered')
    announceEvent(work, { domainId, type: 'label.delivered', data: { ...data, delivered_on } });
  if (state === 'exception') announceEvent(work, { domainId, type: 'label.exception', data });
}
