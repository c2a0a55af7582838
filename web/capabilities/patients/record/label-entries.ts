import type { CustodyEvent, CustodyKind } from '@vialkeep/contract/custody.ts';
import { ShipmentState } from '@vialkeep/contract/labels.ts';
import { z } from 'zod';
import type { TimelineEntry } from '../../../components/sample/custody-entries.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

const LabelFacts = z.object({
  label: z.number().catch(0),
  tracking_number: z.string().catch(''),
  state: ShipmentState.catch('unknown'),
});

type LabelKind = Extract<CustodyKind, `label.${string}`>;

const titles: Record<LabelKind, (state: ShipmentState) => string> = {
  'label.requested': () => texts.labelRequested,
  'label.made': () => texts.labelMade,
  'label.sent': () => texts.labelSent,
  'label.deleted': () => texts.labelDeleted,
  'label.tracked': (state) => texts.shipmentStates[state],
};

/** A timeline entry about a shipping label, or about the shipment's position. */
export function labelEntry(event: CustodyEvent, kind: LabelKind): TimelineEntry {
  const { label, tracking_number, state } = LabelFacts.parse(event.facts);
  const lines = [texts.labelId(label), tracking_number && texts.tracking(tracking_number)];
  return {
    id: `label ${event.id}`,
    kind: kind === 'label.tracked' ? 'shipment' : 'label',
    source: 'recorded',
    title: titles[kind](state),
    when: event.at,
    who: event.who?.name ?? null,
    onBehalfOf: event.on_behalf_of?.name ?? null,
    details: lines.filter(Boolean).join(' · '),
  };
}
