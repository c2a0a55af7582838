import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { createAsset } from '@vialkeep/contract/resources.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The site of an asset, or null for every site. An administrator of one site writes for that site only (S-31). */
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
