import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { stageSteps } from '@vialkeep/contract/stage.ts';
import type { CustodyReader } from '../../../components/sample/bench-step-labels.ts';
import type { TimelineEntry, TimelineGap, TimelineItem } from '../../../components/sample/custody-entries.ts';
import { entriesOf } from './custody-labels.ts';
import { steps } from './processing-entries.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

/**
 * The timeline of a sample: recorded events, days that only the form has (marked, without a name), and a gap where a
 * step is missing.
 */
export function chainOfCustody(
  events: readonly CustodyEvent[],
  record: PatientRecord,
  today: string,
  reader: CustodyReader = 'staff',
): TimelineItem[] {
  const recorded = events.flatMap((event) => entriesOf(event, reader));
  const links = [...recorded, ...fromForm(events, record)].toSorted((one, other) => compare(one, other));
  return withGaps(links, record, today);
}

/** Days in the form that no event recorded. */
function fromForm(events: readonly CustodyEvent[], record: PatientRecord): TimelineEntry[] {
  return steps.flatMap(({ step, field, kind }): TimelineEntry[] => {
    const day = record[field];
    if (!day || events.some((event) => tells(event, field, day))) return [];
    return [{ id: `${step} from form`, kind, title: texts.steps[step], when: day, source: 'from form' }];
  });
}

function tells({ facts }: CustodyEvent, field: string, day: string): boolean {
  const fact: unknown = facts[field];
  return typeof fact === 'object' && fact !== null && 'to' in fact && fact.to === day;
}

/** Sorts by day; within a day by step order with other entries last, then by position in the chain. */
function compare(one: TimelineEntry, other: TimelineEntry): number {
  const [left, right] = [one, other].map(({ when }) => (when ?? '').slice(0, 10));
  if (left !== right) return (left ?? '') < (right ?? '') ? -1 : 1;
  const byStep = orderOf(one) - orderOf(other);
  return byStep !== 0 ? byStep : placeInChain(one) - placeInChain(other);
}

function orderOf({ kind }: TimelineEntry): number {
  const at = steps.findIndex((step) => step.kind === kind);
  return at < 0 ? steps.length : at;
}

function placeInChain({ id }: TimelineEntry): number {
  return Number(String(id).split(' ').at(-1)) || 0;
}

/** Places a missing step before its known result, or else before the first entry of a later step. */
function withGaps(links: readonly TimelineEntry[], record: PatientRecord, today: string): TimelineItem[] {
  const missing = stageSteps(record, today).filter(({ state, date }) => state !== 'ahead' && !date);
  return missing.reduce<TimelineItem[]>(
    (chain, { step }) => {
      const at = steps.findIndex((one) => one.step === step);
      const later: readonly string[] = steps.slice(at).map(({ kind }) => kind);
      const before = chain.findIndex((item) => !('missing' in item) && later.includes(item.kind));
      const gap: TimelineGap = { id: `${step} missing`, kind: steps[at]?.kind ?? 'change', missing: texts.steps[step] };
      return before < 0 ? [...chain, gap] : chain.toSpliced(before, 0, gap);
    },
    [...links],
  );
}
