import { buffer } from 'node:stream/consumers';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import type { Domain } from '../../kernel/domains.ts';
import { typeOfStored } from '../../kernel/files/file-type.ts';
import type { Files } from '../../ports/files.ts';
import type { PaperSite } from './document-text.ts';

/** Of a picture that every page of every paper holds. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Whether papers carry this picture; a larger one, and one in WebP, which PDF does not know, leaves the name in its place. */
export function isPrinted(type: FileType, bytes: number): boolean {
  return (type === 'png' || type === 'jpeg') && bytes <= MOST_BYTES;
}

/** A site as its papers show it. A logo that is gone, or of a kind that no paper can carry, leaves the name in its place. */
export async function paperSite(
  files: Files,
  { brand, product, colour, name, logo }: Pick<Domain, 'brand' | 'product' | 'colour' | 'name' | 'logo'>,
): Promise<PaperSite> {
  const site = { brand, product, colour, name };
  const stored = /^\/media\/(site-logos\/\w+\.(?:png|jpg))$/.exec(logo ?? '')?.[1];
  const kept = stored === undefined ? null : await files.open(stored);
  if (stored === undefined || kept === null) return site;
  if (!isPrinted(typeOfStored(stored), kept.bytes)) {
    kept.stream.destroy();
    return site;
  }
  return { ...site, logo: await buffer(kept.stream) };
}
