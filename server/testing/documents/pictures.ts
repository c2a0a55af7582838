/** One transparent pixel: the smallest valid PNG. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of a given size, padded after the picture. */
export function pngOf(bytes: number): Buffer {
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

/** Seven red pixels in three rows: a logo that is recognised by its size. */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAIAAADQoYKSAAAAEUlEQVR4nGPYrCaHiRhIEAUAqTwURIiczXIAAAAASUVORK5CYII=',
  'base64',
);
