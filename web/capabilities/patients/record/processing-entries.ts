import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import type { StageStep } from '@vialkeep/contract/stage.ts';
import { z } from 'zod';
import type { TimelineEntry, TimelineKind } from '../../../components/sample/custody-entries.ts';
import { formatDateTime, formatDay } from '../../../ui/display/formats.ts';
import { fieldLabels, fieldWords } from '../form/process-labels.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

type ProcessingStep = { field: string; kind: TimelineKind; step: StageStep };

/** The days that are steps, in step order. */
export const steps = [
  { step: 'shipped', field: 'date_adipose_shipped_to_lab', kind: 'shipment' },
  { step: 'received', field: 'date_adipose_received_by_lab', kind: 'receipt' },
  { step: 'plating', field: 'stemcell_plating_initiated_date', kind: 'plating' },
  { step: 'sterility', field: 'sterility_start_date', kind: 'sterility' },
  { step: 'ready', field: 'date_vials_ready_to_ship', kind: 'ready' },
] as const satisfies readonly ProcessingStep[];

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Change = z.object({ from: Value, to: Value });
type Change = z.infer<typeof Change>;

/** Shown together with the day from which they are computed. */
const computed = ['estimated_date_vials_ready_to_ship', 'estimated_date_set_manually', 'sterility_end_date'];

/** Turns one change of the processing data into an entry for each step, and one for all other fields. */
export function processingEntries(event: CustodyEvent): TimelineEntry[] {
  const changes = changesIn(event);
  const told = new Set<string>();
  const days = steps.flatMap((step) => {
    const change = changes.get(step.field);
    if (!change) return [];
    told.add(step.field);
    return [stepEntry(event, step, change, detailsOf(step.step, changes, told))];
  });
  const results = resultEntries(event, changes, told);
  const rest = [...changes].filter(([field]) => !told.has(field) && !isImplied(field, changes));
  return [...days, ...results, ...(rest.length > 0 ? [restEntry(event, rest)] : [])];
}

function stepEntry(
  event: CustodyEvent,
  { step, kind }: ProcessingStep,
  { from, to }: Change,
  details: string[],
): TimelineEntry {
  const title = texts.steps[step];
  const base = { ...recordedBy(event), id: `${step} ${event.id}` };
  const was = from ? [texts.was(formatDay(String(from)))] : [];
  if (!to) return { ...base, kind: 'change', title: texts.removed(title), when: event.at, details: was.join('') };
  const lines = [...was, ...details, ...laterThan(String(to), event.at)];
  return {
    ...base,
    kind,
    title: from ? texts.corrected(title) : title,
    when: String(to),
    details: lines.join(' · ') || undefined,
  };
}

/** The day that is computed from a step's day. */
const follows: Partial<Record<StageStep, string>> = {
  received: 'estimated_date_vials_ready_to_ship',
  sterility: 'sterility_end_date',
};

function detailsOf(step: StageStep, changes: ReadonlyMap<string, Change>, told: Set<string>): string[] {
  const field = follows[step];
  const day = field && changes.get(field)?.to;
  if (!day || (step === 'received' && changes.get('estimated_date_set_manually')?.to === true)) return [];
  told.add(field);
  return [(step === 'received' ? texts.estimate : texts.ends)(formatDay(String(day)))];
}

/** The results of plating and of the sterility test; they have no day of their own. */
function resultEntries(event: CustodyEvent, changes: ReadonlyMap<string, Change>, told: Set<string>): TimelineEntry[] {
  const base = { ...recordedBy(event), when: event.at };
  const plating = changes.get('stemcell_plating_successful');
  const sterility = changes.get('sterility_complete');
  if (plating) told.add('stemcell_plating_successful');
  if (sterility) told.add('sterility_complete');
  const outcome = { 1: texts.platingSuccessful, 2: texts.platingFailed }[Number(plating?.to)] ?? texts.platingOpen;
  const isComplete = sterility?.to === true;
  return [
    ...(plating ? [{ ...base, id: `plated ${event.id}`, kind: 'plating' as const, title: outcome }] : []),
    ...(sterility
      ? [
          {
            ...base,
            id: `tested ${event.id}`,
            kind: 'sterility' as const,
            title: isComplete ? texts.sterilityComplete : texts.sterilityOpen,
          },
        ]
      : []),
  ];
}

function restEntry(event: CustodyEvent, changes: readonly (readonly [string, Change])[]): TimelineEntry {
  const lines = changes.map(([field, { from, to }]) =>
    texts.change(labelOf(field), fieldWords(field, from) || texts.empty, fieldWords(field, to) || texts.empty),
  );
  return {
    ...recordedBy(event),
    id: `changed ${event.id}`,
    kind: 'change',
    title: texts.changed,
    when: event.at,
    details: lines.join(' · '),
  };
}

/** A computed day is omitted if its step is already shown. */
function isImplied(field: string, changes: ReadonlyMap<string, Change>): boolean {
  if (field === 'sterility_end_date') return changes.has('sterility_start_date');
  const isByHand = changes.get('estimated_date_set_manually')?.to === true;
  return computed.includes(field) && !isByHand && changes.has('date_adipose_received_by_lab');
}

function labelOf(field: string): string {
  return Object.entries(fieldLabels).find(([name]) => name === field)?.[1] ?? field;
}

function changesIn({ facts }: CustodyEvent): Map<string, Change> {
  return new Map(
    Object.entries(facts).flatMap(([field, fact]) => {
      const change = Change.safeParse(fact);
      return change.success ? [[field, change.data] as const] : [];
    }),
  );
}

function recordedBy({ who, on_behalf_of }: CustodyEvent) {
  return { source: 'recorded' as const, who: who?.name ?? null, onBehalfOf: on_behalf_of?.name ?? null };
}

/** The day of recording, if it differs from the day itself. */
function laterThan(day: string, at: string): string[] {
  return at.slice(0, 10) === day ? [] : [texts.recorded(formatDateTime(at))];
}
