import { Document, Page, renderToBuffer } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { isPng, pageHead, pageStyle } from './page-parts.ts';
import { openTypeface } from './typeface.ts';

/** The limit on each side. A PNG is unpacked for every document again; a JPEG is embedded unchanged. */
const MOST_PIXELS = 2_000;

/**
 * Renders a logo on an otherwise empty page, and throws when that fails: a logo that breaks rendering would block every
 * document of its site.
 */
export async function tryLogo(logo: Buffer): Promise<void> {
  if (isPng(logo) && Math.max(...sidesOf(logo)) > MOST_PIXELS) throw new Error('The picture is too large.');
  const typeface = await openTypeface();
  const site = { brand: '', product: '', colour: '#000000', name: '', logo };
  const pdf = await renderToBuffer(
    h(Document, {}, h(Page, { size: 'LETTER', style: pageStyle(typeface) }, pageHead(site, '', typeface))),
  );
  // The library silently omits a picture that it cannot read.
  if (!pdf.includes('/Subtype /Image')) throw new Error('The picture cannot be read.');
}

function sidesOf(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
