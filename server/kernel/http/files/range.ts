/** Both ends are inclusive. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * The part of a file that a Range header requests. Anything but one simple range of bytes is answered with the whole
 * file, as the specification allows; a range that starts after the end is `none`.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const count = Math.min(Number(to), bytes);
    return count === 0 ? 'none' : { first: bytes - count, last: bytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'whole';
  if (first >= bytes) return 'none';
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
