import { createHash } from 'node:crypto';

/** Crockford's base 32: without I, L, O and U, which people misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const ID_LENGTH = 22;

/** The reference of a document at the provider. Each repeated sending gets a new one. */
export function referenceOf(documentId: string, attempt: number): string {
  return attempt === 1 ? documentId : `${documentId}.${attempt}`;
}

export function documentIdIn(reference: string): string {
  return reference.slice(0, ID_LENGTH);
}

/**
 * The code printed on a document, for checking whether it is genuine: 80 bits in four groups. It is derived from the
 * document's id and does not reveal it.
 */
export function documentCode(reference: string): string {
  const digest = createHash('sha256')
    .update(`document code ${documentIdIn(reference)}`)
    .digest();
  const letters = Array.from({ length: LENGTH }, (_, index) => LETTERS[fiveBits(digest, index * 5)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

function fiveBits(bytes: Buffer, at: number): number {
  return (bytes.readUInt16BE(at >> 3) >> (11 - (at & 7))) & 31;
}
