import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import readerAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Frame, FrameAnswer } from './frames.ts';

// The library would load the file from a public host; this one is part of the build.
prepareZXingModule({ overrides: { locateFile: () => readerAddress } });

self.addEventListener('message', (event: MessageEvent<Frame>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only the page that made a worker hears it
  void readFrame(event.data).then((answer) => self.postMessage(answer));
});

async function readFrame({ pixels, width, height }: Frame): Promise<FrameAnswer> {
  try {
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    const [code] = await readBarcodes(image, {
      formats: ['DataMatrix', 'QRCode', 'Code128'],
      // The plain text keeps the separators of GS1 codes.
      textMode: 'Plain',
      maxNumberOfSymbols: 1,
    });
    return { outcome: 'looked', text: code ? code.symbologyIdentifier + code.text : null };
  } catch {
    return { outcome: 'failed' };
  }
}
