import type { JsonValue } from '@vialkeep/contract/custody.ts';
import type { EntryRow } from './vials.queries.ts';

/** The vials of an event, by what happened to them. The verification replays exactly these keys. */
export type Moves = {
  readonly made?: string[];
  readonly withdrawn?: string[];
  readonly shipped?: string[];
  readonly returned?: string[];
};

type Change = { entry: EntryRow; before: EntryRow | null; after: EntryRow | null; moves: Moves };

/** The facts of a custody event about an entry: the old and new values, and the vials concerned. */
export function buildLedgerFacts({ entry, before, after, moves }: Change): Record<string, JsonValue> {
  const codes = Object.fromEntries(Object.entries(moves).filter(([, touched]) => touched.length > 0));
  return {
    entry: entry.id,
    type: entry.type,
    quantity: (after ?? entry).quantity,
    before: before && buildEntryFacts(before),
    after: after && buildEntryFacts(after),
    codes,
  };
}

function buildEntryFacts({ quantity, date, tracking_id, note }: EntryRow) {
  return { quantity, date, tracking_id, note };
}
