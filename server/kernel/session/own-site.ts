import type { Domain } from '../domains.ts';
import { refuse } from '../http/refuse.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';

/** The site, if it is the actor's; 404 for others and for one that does not exist. */
export async function requireOwnSite({ domains }: Services, actor: Actor, id: number): Promise<Domain> {
  const site = (await domains.all()).find((domain) => domain.id === id);
  if (!site || (actor.scope !== 'platform' && actor.scope !== site.id)) throw refuse('not_found');
  return site;
}
