/** One transparent pixel: the smallest file that is honestly a PNG. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of a given size; what follows the picture is nobody's business. */
export function pngOf(bytes: number): Buffer {
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}
