import { buffer } from 'node:stream/consumers';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import type { Domain } from '../../kernel/domains.ts';
import { typeOfStored } from '../../kernel/files/file-type.ts';
import type { Files } from '../../ports/files.ts';
import type { PaperSite } from './document-text.ts';

/** The largest logo, which every page of every document contains. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Whether documents can contain this picture; for a larger one or a WebP, which PDF does not support, the name is
 * printed.
 */
export function isPrinted(type: FileType, bytes: number): boolean {
  return (type === 'png' || type === 'jpeg') && bytes <= MOST_BYTES;
}

/** A site as its documents show it. The name replaces a logo that is missing or of an unsupported type. */
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
