import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { createAsset } from '@vialkeep/contract/resources.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** S-31: the site an asset is for, or null for every site. Whoever administers one site writes for that one only. */
export async function requireSite(
  { domains }: Services,
  actor: Actor,
  wanted: DomainId | null,
): Promise<DomainId | null> {
  if (wanted === null) return actor.scope === 'platform' ? null : actor.domainId;
  const isKnown = (await domains.all()).some(({ id }) => id === wanted);
  if (isKnown && (actor.scope === 'platform' || actor.scope === wanted)) return wanted;
  throw refuseBy(createAsset, 'unknown_domain', { fields: { domain_id: 'Choose a domain.' } });
}
