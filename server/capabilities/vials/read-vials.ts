import { readVials, type VialEntryType } from '@vialkeep/contract/vials.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Permissions } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visiblePatient } from '../custody/index.ts';
import { presentEntry } from './vials.present.ts';
import { type EntryRow, historyOf } from './vials.queries.ts';

export const readVialsHandler = handle(readVials, async ({ actor, db, params, services }) => {
  const patient = await visiblePatient(db, actor, params.userId);
  const history = await historyOf(db, patient.id);
  const [added, shipped] = [vialsIn(history, 'added'), vialsIn(history, 'shipped')];
  const may = whatMay(services.permissions, actor);
  return {
    success: true as const,
    data: {
      user_vials: { vials_available: added - shipped, vials_shipped: shipped, vials_added: added },
      vials_history: history.map((entry) => presentEntry(entry, { withNote: may.includes('see_notes') })),
    },
    may,
  };
});

/** Sums the vials in the same statement as the entries, so that the two always agree (U-19). */
function vialsIn(history: readonly EntryRow[], type: VialEntryType): number {
  return history.filter((entry) => entry.type === type).reduce((sum, { codes }) => sum + codes.length, 0);
}

function whatMay(permissions: Permissions, actor: Actor) {
  return [
    ...(permissions.permits(actor, 'vials.change') ? (['add', 'edit', 'delete_added'] as const) : []),
    ...(permissions.permits(actor, 'vials.delete_shipped') ? (['delete_shipped'] as const) : []),
    ...(permissions.permits(actor, 'custody.read_notes') ? (['see_notes'] as const) : []),
  ];
}
