/** One transparent pixel: the smallest file that is honestly a PNG. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of a given size; what follows the picture is nobody's business. */
export function pngOf(bytes: number): Buffer {
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

/** Seven red points beside each other, three times: a logo that is recognised by its size. */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAIAAADQoYKSAAAAEUlEQVR4nGPYrCaHiRhIEAUAqTwURIiczXIAAAAASUVORK5CYII=',
  'base64',
);
