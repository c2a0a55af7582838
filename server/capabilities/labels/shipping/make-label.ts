import { makeLabel } from '@vialkeep/contract/labels.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { insertFileRow, storeFile } from '../../../kernel/files/insert-file-row.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type Label,
  type LabelRequest,
  LabelUncertain,
} from '../../../ports/carrier.ts';
import { carrierUncertainty, isCarrierRequestOpen } from '../labels.present.ts';
import { type LabelRow, lockedLabel } from '../labels.queries.ts';
import { labelUploads } from '../labels.uploads.ts';
import { attachLabel } from '../save-label.ts';
import { shipmentOf } from './shipping-parties.ts';

type MakeCall = Call<typeof makeLabel>;

/**
 * Commits the intent before it calls the carrier. After any failure, a label that may have been paid for is requested
 * again only when an administrator confirms having checked (0026).
 */
export const makeLabelHandler = handle(makeLabel, async (call) => {
  const { carrier } = call.services;
  if (carrier === null) throw refuseBy(makeLabel, 'no_carrier');
  const shipment = await begin(call);
  const label = await ask(call, carrier, shipment);
  try {
    const file = await storeFile(call.services, labelUploads.folder, { type: 'pdf', bytes: label.pdf });
    const { id, version } = await call.write(async (work) => {
      await insertFileRow(work, call.actor, file, `${shipment.reference}.pdf`);
      const before = await lockedLabel(work, call.actor, call.params.id);
      if (before.file !== null) throw new Error('Somebody gave this request a label meanwhile.');
      const { trackingLink: tracking_link, trackingNumber: tracking_number } = label;
      return attachLabel(work, call.actor, before, { file: file.name, tracking_link, tracking_number });
    });
    return { id, version, alerts: [...label.alerts] };
  } catch (error) {
    // The label is made and paid for, so its number must survive a failure to store it.
    await end(call, `FedEx made label ${label.trackingNumber}, but it could not be kept here.`);
    throw error;
  }
});

async function begin({ actor, params, body, write }: MakeCall): Promise<LabelRequest> {
  return write(async (work) => {
    const label = await lockedLabel(work, actor, params.id);
    refuseUnlessReady(label, body);
    const shipment = await shipmentOf(work.db, label, new Date().toISOString().slice(0, 10));
    if (shipment === null) throw refuseBy(makeLabel, 'no_destination');
    await work.db
      .updateTable('labels')
      .set({ asked_carrier_at: sql`now()`, carrier_doubt: null })
      .where('id', '=', label.id)
      .execute();
    await audit(work, {
      domainId: label.domain_id,
      action: 'labels.ask_carrier',
      subject: 'label',
      subjectId: label.id,
      facts: { has_looked: body.has_looked ?? false },
    });
    return shipment;
  });
}

function refuseUnlessReady(label: LabelRow, { version, has_looked }: MakeCall['body']): void {
  if (label.file !== null) throw refuseBy(makeLabel, 'has_label');
  if (version !== undefined && version !== label.version) throw refuseBy(makeLabel, 'changed_meanwhile');
  if (label.carrier_doubt === null && isCarrierRequestOpen(label)) throw refuseBy(makeLabel, 'already_asking');
  if (carrierUncertainty(label) !== null && !has_looked) throw refuseBy(makeLabel, 'label_uncertain');
}

async function ask(call: MakeCall, carrier: Carrier, shipment: LabelRequest): Promise<Label> {
  try {
    return await carrier.makeLabel(shipment);
  } catch (error) {
    if (error instanceof LabelUncertain) {
      const made = error.trackingNumber && `FedEx made label ${error.trackingNumber}, but its file did not arrive.`;
      await end(call, made || 'FedEx may have made this label: its answer did not arrive.');
      throw refuseBy(makeLabel, 'label_uncertain');
    }
    if (error instanceof CarrierRefused) {
      await end(call, null);
      call.services.log.warn({ label: call.params.id, codes: error.codes }, 'the carrier refused a label');
      throw refuseBy(makeLabel, 'carrier_refused', {
        message: describeCarrierRefusal(error.words),
        errorMessage: error.words,
      });
    }
    if (error instanceof CarrierUnavailable) {
      await end(call, null);
      throw refuseBy(makeLabel, 'carrier_unavailable', { retryAfterSeconds: error.retryAfter ?? undefined });
    }
    throw error;
  }
}

/** The words of a refusal by the carrier, with what it says itself. */
export function describeCarrierRefusal(words: string): string {
  const said = makeLabel.refusals.carrier_refused.message;
  return words ? `${said} It says: ${words}` : said;
}

/** Ends the open carrier request; an uncertain outcome stays on the row until an administrator has checked. */
async function end({ actor, params, write }: MakeCall, doubt: string | null): Promise<void> {
  await write(async (work) => {
    const label = await lockedLabel(work, actor, params.id);
    await work.db
      .updateTable('labels')
      .set({ asked_carrier_at: null, carrier_doubt: doubt })
      .where('id', '=', label.id)
      .execute();
    await audit(work, {
      domainId: label.domain_id,
      action: 'labels.carrier_failed',
      subject: 'label',
      subjectId: label.id,
      facts: { doubt },
    });
  });
}
