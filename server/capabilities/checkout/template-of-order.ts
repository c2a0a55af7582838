import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { accountsById } from '../accounts/index.ts';

/** Returns the template of the staff member who buys, or else that of the center (S-07, S-22). */
export async function templateOf(
  { store }: Services,
  { acting }: Actor,
  centerId: number | null,
): Promise<string | null> {
  const staffId = acting?.kind === 'staff_access' ? acting.byId : null;
  const ids = [staffId, centerId].flatMap((id) => id ?? []);
  if (ids.length === 0) return null;
  // Read across sites: the staff member's account may be on another site than the center.
  const rows = await accountsById(store.read('platform'), ids).select(['id', 'template_id']).execute();
  const of = (id: number | null) => rows.find((row) => row.id === id)?.template_id;
  return of(staffId) || of(centerId) || null;
}
