import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import { z } from 'zod';
import type { BenchKind, CustodyReader } from '../../../components/sample/bench-step-labels.ts';
import type { TimelineEntry, TimelineKind } from '../../../components/sample/custody-entries.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

const Codes = z.array(z.string());
const BenchFacts = z.object({
  codes: z.union([Codes, z.record(z.string(), Codes).transform((moves) => Object.values(moves).flat())]).catch([]),
});

const CODES_NAMED = 4;

/** A timeline entry about a step at the bench of the lab. */
export function benchEntry(event: CustodyEvent, kind: BenchKind, reader: CustodyReader): TimelineEntry {
  const { codes } = BenchFacts.parse(event.facts);
  const count = codes.length === 1 ? '1 vial' : `${formatCount(codes.length)} vials`;
  const words: string = texts.bench[reader][kind];
  return {
    id: `bench ${event.id}`,
    kind: subjectOf(kind),
    source: 'recorded',
    title: codes.length > 0 ? `${words}: ${count}` : words,
    when: event.at,
    who: event.who?.name ?? null,
    onBehalfOf: event.on_behalf_of?.name ?? null,
    details:
      codes.length > 0 ? texts.codes(codes.slice(0, CODES_NAMED).join(', '), codes.length - CODES_NAMED) : undefined,
  };
}

function subjectOf(kind: BenchKind): TimelineKind {
  if (kind === 'order.delivered') return 'order';
  return kind.startsWith('bench.') || kind === 'vials.discarded' ? 'vials' : 'change';
}
