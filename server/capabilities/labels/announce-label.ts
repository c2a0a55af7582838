import type { EventData } from '@vialkeep/contract/events.ts';
import type { LabelRow } from './labels.queries.ts';

type Label = Pick<LabelRow, 'id' | 'center_id' | 'requester_id'> & {
  readonly patients: readonly { readonly id: number }[];
};

/** A label as its events name it. */
export function buildLabelData({ id, center_id, requester_id, patients }: Label): EventData<'label.requested'> {
  return { label_id: id, center_id, requester_id, patient_ids: patients.map((patient) => patient.id) };
}
