import { hash, type X509Certificate } from 'node:crypto';
import { readCms } from './cms.ts';

/** The contents of a seal, or the reason why there is no valid one. */
export type ReadSeal =
  | { readonly genuine: true; readonly subject: string; readonly signedAt: Date; readonly sha256: string }
  | { readonly genuine: false; readonly reason: SealProblem };

export type SealProblem =
  /** There is no seal in the product's format. */
  | 'not_sealed'
  /** Bytes were appended after the seal, or removed. */
  | 'not_whole'
  /** The bytes are not those that were sealed. */
  | 'altered'
  /** Sealed with another key. */
  | 'not_ours';

/**
 * Whether these bytes are exactly a file that the product sealed. Only the product's own encoding of a seal is
 * accepted, so that no byte of the file, including the seal, can differ.
 */
export function verifySeal(pdf: Buffer, authorities: readonly X509Certificate[]): ReadSeal {
  const found = findSeal(pdf);
  if (found === null) return { genuine: false, reason: 'not_sealed' };
  const read = readCms(found.cms, hash('sha256', found.sealed ?? NOTHING, 'buffer'), authorities);
  // For a longer or shorter file, the seal itself still tells whether it is the product's.
  if (found.sealed === null) {
    return { genuine: false, reason: read === 'not_ours' || read === 'not_sealed' ? read : 'not_whole' };
  }
  return typeof read === 'string'
    ? { genuine: false, reason: read }
    : { genuine: true, ...read, sha256: hash('sha256', pdf) };
}

const NOTHING = Buffer.alloc(0);

/** A sealed file has one seal near its end; the limit bounds the work for a hostile file with many ranges. */
const MOST_RANGES = 8;

/** The seal and the bytes it covers, which are null when the file is longer or shorter than the sealed one. */
function findSeal(pdf: Buffer): { cms: Buffer; sealed: Buffer | null } | null {
  let broken: { cms: Buffer; sealed: null } | null = null;
  let at = pdf.length;
  for (let tried = 0; tried < MOST_RANGES && at > 0; tried += 1) {
    at = pdf.lastIndexOf('/ByteRange [', at - 1);
    if (at < 0) break;
    const numbers = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\]/.exec(pdf.toString('latin1', at, at + 60));
    if (numbers === null) continue;
    const [before = 0, after = 0, rest = 0] = numbers.slice(1).map(Number);
    const cms = readGap(pdf, before, after);
    if (cms === null) continue;
    if (after + rest === pdf.length) {
      return { cms, sealed: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]) };
    }
    broken ??= { cms, sealed: null };
  }
  return broken;
}

const BEFORE_GAP = '/Contents ';
const LONGEST_GAP = 65_536;

/** The seal in the gap between the sealed bytes: lower-case hex, padded with zeros, and nothing else. */
function readGap(pdf: Buffer, before: number, after: number): Buffer | null {
  if (before < BEFORE_GAP.length || after > pdf.length || after < before || after - before > LONGEST_GAP) return null;
  if (pdf.toString('latin1', before - BEFORE_GAP.length, before) !== BEFORE_GAP) return null;
  const gap = pdf.toString('latin1', before, after);
  if (!/^<(?:[0-9a-f]{2})+>$/.test(gap)) return null;
  const bytes = Buffer.from(gap.slice(1, -1), 'hex');
  const length = derLength(bytes);
  if (length === null || length > bytes.length || bytes.subarray(length).some((byte) => byte !== 0)) return null;
  return bytes.subarray(0, length);
}

/** The length of a DER sequence of 256 to 65,535 bytes, from its header. */
function derLength(bytes: Buffer): number | null {
  return bytes.length > 4 && bytes[0] === 0x30 && bytes[1] === 0x82 ? bytes.readUInt16BE(2) + 4 : null;
}
