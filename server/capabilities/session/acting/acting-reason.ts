import type { generateLoginAsUserToken, loginAsUser } from '@vialkeep/contract/session.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';

type Asking = typeof generateLoginAsUserToken | typeof loginAsUser;

/** The reason on one line; null where none is given and the policy requires none. */
export function actingReason(route: Asking, given: string | undefined, { identity }: Actor): string | null {
  const reason = given?.replaceAll(/\s+/g, ' ') ?? '';
  if (reason !== '') return reason;
  if (identity.policy.acting_reason === 'optional') return null;
  throw refuseBy<Asking>(route, 'reason_required', { fields: ['reason'] });
}
