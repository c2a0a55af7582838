import { readVials, type VialEntryType } from '@vialkeep/contract/vials.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AuthorizedPatient, authorizePatient } from '../custody/index.ts';
import { presentEntry } from './vials.present.ts';
import { type EntryRow, historyOf } from './vials.queries.ts';

export const readVialsHandler = handle(readVials, async ({ access, db, params }) => {
  const patient = await authorizePatient(access, db, params.userId);
  const history = await historyOf(db, patient.id);
  const [added, shipped] = [vialsIn(history, 'added'), vialsIn(history, 'shipped')];
  const [quarantined, discarded] = [sumOf(history, 'quarantined'), sumOf(history, 'discarded')];
  const may = allowedVialActions(access, patient);
  return {
    success: true as const,
    data: {
      user_vials: {
        vials_available: added - shipped - quarantined - discarded,
        vials_shipped: shipped,
        vials_added: added,
        vials_quarantined: quarantined,
        vials_discarded: discarded,
        vials_reserved: sumOf(history, 'reserved'),
      },
      vials_history: history.map((entry) => presentEntry(entry, { withNote: may.includes('see_notes') })),
    },
    may,
  };
});

/** Sums the vials in the same statement as the entries, so that the two always agree (U-19). */
function vialsIn(history: readonly EntryRow[], type: VialEntryType): number {
  return history.filter((entry) => entry.type === type).reduce((sum, { codes }) => sum + codes.length, 0);
}

function sumOf(history: readonly EntryRow[], count: 'quarantined' | 'discarded' | 'reserved'): number {
  return history.reduce((sum, entry) => sum + entry[count], 0);
}

function allowedVialActions(access: Access, { facts }: AuthorizedPatient) {
  return [
    ...(access.can('vials.change', facts) ? (['add', 'edit', 'delete_added'] as const) : []),
    ...(access.can('vials.delete_shipped', facts) ? (['delete_shipped'] as const) : []),
    ...(access.can('custody.read_notes', facts) ? (['see_notes'] as const) : []),
  ];
}
