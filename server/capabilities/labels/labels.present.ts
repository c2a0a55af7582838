import type { LabelOfClinic, ListedLabel, NotificationState } from '@vialkeep/contract/labels.ts';
import { ShipmentState } from '@vialkeep/contract/labels.ts';
import type { z } from 'zod';
import type { LabelRow } from './labels.queries.ts';

/** The file store's folder, and the address below /media. */
export const FOLDER = 'fedex-label';

/** Longer than the carrier's timeout: after it, the process that called the carrier no longer waits for an answer. */
const ANSWERED_WITHIN_MS = 5 * 60_000;

const UNANSWERED = 'FedEx was asked for this label, and its answer never arrived.';

export function presentLabel(row: LabelRow, { hasCarrier }: { hasCarrier: boolean }): z.input<typeof ListedLabel> {
  const hasFile = row.file !== null;
  return {
    id: row.id,
    version: row.version,
    hc_desc: [{ id: row.center_id, company: row.center_company, email: row.center_own_email }],
    requester: { id: row.requester_id, company: row.requester_company },
    harvest_center_email: row.center_email,
    harvest_center_representative: row.representative,
    doctor_name: row.doctor_name,
    doctor_email: row.doctor_email,
    domain: { id: row.domain_id, name: row.domain_name },
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    zip_code: row.zip_code,
    country_desc: row.country_desc,
    patients_ids: joinedIds(row),
    patients: row.patients,
    other_patient_name: row.other_patient_name,
    label_date: row.label_date,
    requested_at: row.requested_at.toISOString(),
    tracking_link: row.tracking_link,
    tracking_number: row.tracking_number,
    pdf_file: fileNameOf(row.file),
    notification_sent: row.notified_at !== null,
    notification: notificationOf(row),
    shipment: row.shipment_state
      ? {
          state: ShipmentState.parse(row.shipment_state),
          words: row.shipment_words,
          delivered_at: row.delivered_at?.toISOString() ?? null,
        }
      : null,
    carrier_doubt: hasFile ? null : carrierUncertainty(row),
    may: ['edit', ...(hasFile ? (['send'] as const) : []), ...(hasCarrier && !hasFile ? (['make'] as const) : [])],
  };
}

/** Tracking that was typed before the label exists is not shown to the clinic. */
export function presentForClinic(row: LabelRow): z.input<typeof LabelOfClinic> {
  const hasFile = row.file !== null;
  return {
    id: row.id,
    pdf_file: fileNameOf(row.file),
    tracking_link: hasFile ? row.tracking_link : '',
    tracking_number: hasFile ? row.tracking_number : '',
    notification_sent: row.notified_at !== null,
    patients_ids: joinedIds(row),
    other_patient_name: row.other_patient_name,
  };
}

function joinedIds({ patients }: Pick<LabelRow, 'patients'>): string {
  return patients.map(({ id }) => id).join(',');
}

/** The file name below /media/fedex-label/. */
export function fileNameOf(file: string | null): string {
  return file?.replace(`${FOLDER}/`, '') ?? '';
}

export function notificationOf(
  row: Pick<LabelRow, 'letter_id' | 'notified_at' | 'letter_refused_at'>,
): NotificationState {
  if (row.notified_at !== null) return 'sent';
  if (row.letter_id === null) return 'none';
  return row.letter_refused_at === null ? 'on_its_way' : 'refused';
}

/**
 * The reason why the carrier may have made a label that is not stored here. A process that was killed during the call
 * leaves that open as well.
 */
export function carrierUncertainty(row: Pick<LabelRow, 'carrier_doubt' | 'asked_carrier_at'>): string | null {
  if (row.carrier_doubt !== null) return row.carrier_doubt;
  return row.asked_carrier_at !== null && !isCarrierRequestOpen(row) ? UNANSWERED : null;
}

export function isCarrierRequestOpen({ asked_carrier_at }: Pick<LabelRow, 'asked_carrier_at'>): boolean {
  return asked_carrier_at !== null && Date.now() - asked_carrier_at.getTime() < ANSWERED_WITHIN_MS;
}
