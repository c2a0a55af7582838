import type { generateLoginAsUserToken, loginAsUser } from '@vialkeep/contract/session.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';

type Asking = typeof generateLoginAsUserToken | typeof loginAsUser;

/** The reason on one line; null where none is given and the policy requires none. */
export function actingReason(route: Asking, given: string | undefined, { identityPolicy }: Settings): string | null {
  const reason = given?.replaceAll(/\s+/g, ' ') ?? '';
  if (reason !== '') return reason;
  if (identityPolicy === 'documented') return null;
  throw refuseBy<Asking>(route, 'reason_required', { fields: ['reason'] });
}
