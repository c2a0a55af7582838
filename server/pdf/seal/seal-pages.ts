import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import {
  FAINT_INK,
  factsTable,
  INK,
  LINE,
  pageFoot,
  pageHead,
  pageStyle,
  pageTitle,
  paragraph,
} from '../render/page-parts.ts';
import { openTypeface, type Typeface } from '../render/typeface.ts';
import { digestBlock, eventList, identityFacts, NOT_RECORDED, utcMoment, verifyBox } from './certificate-parts.ts';
import type { SealRequest, Stroke } from './seal-request.ts';

/** What is known of the unsigned PDF. */
export type UnsignedPaper = {
  readonly pages: number;
  readonly sha256: string;
  readonly size: { readonly width: number; readonly height: number };
};

/** A PDF whose first page is the signature, in the size of its box, and whose other pages are the certificate. */
export async function makeSealPages(request: SealRequest, paper: UnsignedPaper): Promise<Buffer> {
  const typeface = await openTypeface();
  return renderToBuffer(
    h(
      Document,
      { language: 'en-US', creationDate: request.sealedAt, modificationDate: request.sealedAt, pdfVersion: '1.7' },
      h(Page, { size: [request.place.width, request.place.height] }, signature(request, typeface)),
      certificate(request, paper, typeface),
    ),
  );
}

const LINE_HEIGHT = 15;

function signature({ place, typedName, drawn = [], signedAt, signer }: SealRequest, typeface: Typeface): ReactElement {
  const height = place.height - LINE_HEIGHT;
  const words = `Signed by ${signer.name} on ${utcMoment(signedAt)}`;
  return h(
    View,
    { style: { width: place.width, height: place.height, fontFamily: typeface.text, color: INK } },
    drawn.length > 0
      ? drawing(drawn, place.width, height)
      : renderTypedName(typeface.showSigned(typedName), place.width, height, typeface),
    h(
      View,
      {
        style: {
          position: 'absolute',
          left: 8,
          right: 8,
          bottom: 4,
          borderTopWidth: 0.5,
          borderTopColor: LINE,
          paddingTop: 2,
        },
      },
      h(
        Text,
        { style: { fontSize: 6.5, maxLines: 1, textOverflow: 'ellipsis', color: FAINT_INK } },
        typeface.show(words),
      ),
    ),
  );
}

function renderTypedName(name: string, width: number, height: number, typeface: Typeface): ReactElement {
  // Long names are printed smaller instead of cut: a letter is about half as wide as high.
  const fontSize = Math.max(7, Math.min(28, (width - 20) / (0.5 * Math.max(name.length, 1))));
  return h(
    View,
    { style: { width, height, paddingHorizontal: 10, justifyContent: 'center' } },
    h(Text, { style: { fontFamily: typeface.signature, fontSize, color: PEN, maxLines: fontSize > 7 ? 1 : 5 } }, name),
  );
}

/** Ink blue, so that a signature differs from printed text. */
const PEN = '#15307a';

function drawing(strokes: readonly Stroke[], width: number, height: number): ReactElement {
  const margin = 6;
  const place = ([x, y]: readonly [number, number]) =>
    `${(margin + within(x) * (width - 2 * margin)).toFixed(2)} ${(margin + within(y) * (height - 2 * margin)).toFixed(2)}`;
  return h(
    Svg,
    { width, height, viewBox: `0 0 ${width} ${height}` },
    strokes.map((stroke, index) => {
      const [first = '0 0', ...others] = stroke.map(place);
      // A dot is a line that ends where it begins.
      const d = `M ${first} ${(others.length > 0 ? others : [first]).map((point) => `L ${point}`).join(' ')}`;
      const pen = {
        fill: 'none',
        stroke: PEN,
        strokeWidth: 1.6,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      } as const;
      return h(Path, { key: `stroke ${index}`, d, ...pen });
    }),
  );
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function certificate(request: SealRequest, paper: UnsignedPaper, typeface: Typeface): ReactElement {
  const { site, signer, events } = request;
  return h(
    Page,
    { size: [paper.size.width, paper.size.height], style: pageStyle(typeface) },
    pageHead(site, `Certificate of ${request.title}`, typeface),
    pageTitle('Certificate of signature'),
    paragraph(
      typeface.show(
        `This page belongs to the ${paper.pages === 1 ? 'page' : `${paper.pages} pages`} before it. It tells who signed the document, when and from where, and how anybody can check that it has not been altered since.`,
      ),
      'introduction',
    ),
    factsTable(
      [
        { label: 'Document', value: request.title },
        { label: 'Reference', value: request.reference },
        { label: 'Signed by', value: `${signer.name}, ${signer.email}` },
        { label: request.drawn?.length ? 'Name typed, drawn' : 'Name typed', value: request.typedName },
        { label: 'Signed at', value: utcMoment(request.signedAt) },
        { label: 'Signed from', value: request.signedFrom ?? NOT_RECORDED },
        ...identityFacts(request),
        { label: 'Sealed at', value: utcMoment(request.sealedAt) },
      ],
      typeface,
    ),
    digestBlock('SHA-256 of the document before it was signed', paper.sha256),
    eventList(events, typeface),
    verifyBox(request, typeface),
    pageFoot(`Reference ${request.reference}`, 'Certificate page', typeface),
  );
}
