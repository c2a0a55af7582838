import { buffer } from 'node:stream/consumers';
import type { Domain } from '../../../kernel/domains.ts';
import type { Files } from '../../files/files.ts';
import type { PaperSite } from './paper-text.ts';

/** A site as its papers show it. A logo that is gone, or of a kind that no paper can carry, leaves the name in its place. */
export async function paperSite(
  files: Files,
  { brand, product, colour, name, logo }: Pick<Domain, 'brand' | 'product' | 'colour' | 'name' | 'logo'>,
): Promise<PaperSite> {
  const site = { brand, product, colour, name };
  const stored = /^\/media\/(site-logos\/\w+\.(?:png|jpg))$/.exec(logo ?? '')?.[1];
  const kept = stored === undefined ? null : await files.open(stored);
  return kept === null ? site : { ...site, logo: await buffer(kept.stream) };
}
