import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { accountsById } from '../../accounts/index.ts';
import type { OrderFacts } from './order-facts.ts';

/** Returns the template of the staff member who buys, or else that of the center (S-07, S-22). */
export async function templateOf(
  { store }: Services,
  { acting, userId }: Actor,
  centerId: number | null,
  facts: OrderFacts,
): Promise<string | null> {
  const ofCenter =
    centerId === userId ? facts.template_id : facts.centers.find(({ id }) => id === centerId)?.template_id;
  if (acting?.kind !== 'staff_access') return ofCenter || null;
  // Read across sites: the staff member's account may be on another site than the center.
  const [staff] = await accountsById(store.read('platform'), [acting.byId]).select('template_id').execute();
  return staff?.template_id || ofCenter || null;
}
