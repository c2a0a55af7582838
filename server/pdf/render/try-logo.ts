import { Document, Page, renderToBuffer } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { isPng, pageHead, pageStyle } from './page-parts.ts';
import { openTypeface } from './typeface.ts';

/** On each side. A PNG is unpacked to be printed, on every paper anew; a JPEG is put into the file as it is. */
const MOST_PIXELS = 2_000;

/**
 * Puts a logo on an otherwise empty page, and throws where that does not work: a picture that breaks the making of a paper
 * must never become a site's logo, because then none of its papers could be made.
 */
export async function tryLogo(logo: Buffer): Promise<void> {
  if (isPng(logo) && Math.max(...sidesOf(logo)) > MOST_PIXELS) throw new Error('The picture is too large.');
  const typeface = await openTypeface();
  const site = { brand: '', product: '', colour: '#000000', name: '', logo };
  const pdf = await renderToBuffer(
    h(Document, {}, h(Page, { size: 'LETTER', style: pageStyle(typeface) }, pageHead(site, '', typeface))),
  );
  // A picture that the library cannot read is left out in silence.
  if (!pdf.includes('/Subtype /Image')) throw new Error('The picture cannot be read.');
}

function sidesOf(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
