import type { CustodyEvent, CustodyKind } from '@vialkeep/contract/custody.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { z } from 'zod';
import type { BenchKind, CustodyReader } from '../../../components/sample/bench-step-labels.ts';
import type { TimelineEntry } from '../../../components/sample/custody-entries.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { benchEntry } from './bench-entries.ts';
import { documentEntry } from './document-entries.ts';
import { labelEntry } from './label-entries.ts';
import { processingEntries } from './processing-entries.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

/** The timeline texts of each event kind. A new kind of the contract does not compile until it is added here. */
const words: Record<Exclude<CustodyKind, BenchKind>, (event: CustodyEvent) => TimelineEntry[]> = {
  'processing.changed': processingEntries,
  'vials.added': (event) => [vialsMoved(event, texts.added)],
  'vials.shipped': (event) => [vialsMoved(event, texts.shipped)],
  'vials.entry_changed': (event) => [entryCorrected(event, texts.entryChanged)],
  'vials.entry_deleted': (event) => [entryCorrected(event, texts.entryDeleted)],
  'document.requested': (event) => [documentEntry(event, texts.documentRequested)],
  'document.completed': (event) => [documentEntry(event, texts.documentCompleted)],
  'document.refused': (event) => [documentEntry(event, texts.documentRefused)],
  'document.linked': (event) => [documentEntry(event, texts.documentLinked)],
  'document.unlinked': (event) => [documentEntry(event, texts.documentUnlinked)],
  'document.hidden': (event) => [documentEntry(event, texts.documentHidden)],
  'order.paid': (event) => [orderPaid(event)],
  'order.refunded': (event) => [orderRefunded(event)],
  'label.requested': (event) => [labelEntry(event, 'label.requested')],
  'label.made': (event) => [labelEntry(event, 'label.made')],
  'label.sent': (event) => [labelEntry(event, 'label.sent')],
  'label.deleted': (event) => [labelEntry(event, 'label.deleted')],
  'label.tracked': (event) => [labelEntry(event, 'label.tracked')],
};

/** The timeline entries of one event; an entry's id ends with the event's position in the chain. */
export function entriesOf(event: CustodyEvent, reader: CustodyReader): TimelineEntry[] {
  return isBenchKind(event.kind) ? [benchEntry(event, event.kind, reader)] : words[event.kind](event);
}

function isBenchKind(kind: CustodyKind): kind is BenchKind {
  return kind in texts.bench.staff;
}

const EntryValues = z.object({
  quantity: z.number(),
  date: z.string(),
  tracking_id: z.string().nullish(),
  note: z.string().nullish(),
});
type EntryValues = z.infer<typeof EntryValues>;

const VialFacts = z.object({
  entry: z.number().catch(0),
  quantity: z.number().catch(0),
  before: EntryValues.nullable().catch(null),
  after: EntryValues.nullable().catch(null),
  codes: z.record(z.string(), z.array(z.string())).catch({}),
});

const CODES_NAMED = 4;

function vialsMoved(event: CustodyEvent, title: (count: string) => string): TimelineEntry {
  const { quantity, after, codes } = VialFacts.parse(event.facts);
  const lines = [
    after?.tracking_id && texts.tracking(after.tracking_id),
    after?.note && `${texts.note}: ${after.note}`,
    codesLine(Object.values(codes).flat()),
  ];
  return {
    ...buildEventFields(event),
    title: title(vials(quantity)),
    when: event.occurred_on ?? event.at,
    details: lines.filter(Boolean).join(' · ') || undefined,
  };
}

/** A correction is dated by when it was made, not by the day that it corrects. */
function entryCorrected(event: CustodyEvent, title: (id: number) => string): TimelineEntry {
  const { entry, before, after, codes } = VialFacts.parse(event.facts);
  const lines = after && before ? formatEntryChanges(before, after) : [before && vials(before.quantity)];
  return {
    ...buildEventFields(event),
    title: title(entry),
    when: event.at,
    details: [...lines, codesLine(Object.values(codes).flat())].filter(Boolean).join(' · ') || undefined,
  };
}

function formatEntryChanges(before: EntryValues, after: EntryValues): string[] {
  const fields = [
    [texts.quantity, String(before.quantity), String(after.quantity)],
    [texts.trackingId, before.tracking_id ?? '', after.tracking_id ?? ''],
    [texts.note, before.note ?? '', after.note ?? ''],
  ] as const;
  return fields
    .filter(([, from, to]) => from !== to)
    .map(([label, from, to]) => texts.change(label, from || texts.empty, to || texts.empty));
}

function codesLine(codes: readonly string[]): string {
  if (codes.length === 0) return '';
  return texts.codes(codes.slice(0, CODES_NAMED).join(', '), codes.length - CODES_NAMED);
}

function buildEventFields({ id, who, on_behalf_of }: CustodyEvent) {
  return {
    id: `vials ${id}`,
    kind: 'vials' as const,
    source: 'recorded' as const,
    who: who?.name ?? null,
    onBehalfOf: on_behalf_of?.name ?? null,
  };
}

function vials(count: number): string {
  return count === 1 ? '1 vial' : `${formatCount(count)} vials`;
}

const OrderFacts = z.object({
  transaction: z.number().catch(0),
  product: z.string().catch(''),
  quantity: z.number().catch(1),
});

function orderPaid(event: CustodyEvent): TimelineEntry {
  const { transaction, product, quantity } = OrderFacts.parse(event.facts);
  return {
    ...buildEventFields(event),
    id: `order ${event.id}`,
    kind: 'order',
    title: texts.orderPaid(product, quantity),
    when: event.at,
    details: texts.transaction(transaction),
  };
}

const RefundFacts = z.object({
  transaction: z.number().catch(0),
  cents: z.number().catch(0),
  whole: z.boolean().catch(false),
});

function orderRefunded(event: CustodyEvent): TimelineEntry {
  const { transaction, cents, whole } = RefundFacts.parse(event.facts);
  return {
    ...buildEventFields(event),
    id: `order ${event.id}`,
    kind: 'order',
    title: texts.orderRefunded(formatCents(cents), whole),
    when: event.at,
    details: texts.transaction(transaction),
  };
}
