import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A picture in shades of grey, one byte a pixel. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const { buffer, byteOffset, byteLength } = readFileSync(WASM);
prepareZXingModule({ overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) } });

/** Reads the code of a picture with the reader of the camera; null where it shows none. */
export async function readCode(picture: GreyPicture): Promise<string | null> {
  const [code] = await readBarcodes(asPgm(picture), {
    formats: ['DataMatrix', 'QRCode', 'Code128'],
    textMode: 'Plain',
  });
  return code?.text ?? null;
}

export function cropPicture(
  picture: GreyPicture,
  left: number,
  top: number,
  width: number,
  height: number,
): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * picture.width + left;
    pixels.set(picture.pixels.subarray(from, from + width), row * width);
  }
  return { width, height, pixels };
}

/** Reads the file that pdftoppm writes with -gray. */
export function readPgm(path: string): GreyPicture {
  const file = readFileSync(path);
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 64).toString('latin1'));
  if (header === null) throw new Error(`${path} is no picture in shades of grey.`);
  return { width: Number(header[1]), height: Number(header[2]), pixels: file.subarray(header[0].length) };
}

function asPgm({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
