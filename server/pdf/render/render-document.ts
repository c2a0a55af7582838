import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { createElement as h, type ReactElement } from 'react';
import type { DocumentText, PaperSection } from '../../ports/document-text.ts';
import type { SignaturePlace } from '../../ports/esign.ts';
import { type PdfInput, paperText } from './document-text.ts';
import {
  BODY,
  FAINT_INK,
  factsTable,
  item,
  LINE,
  type PageSize,
  pageFoot,
  pageHead,
  pageStyle,
  pageTitle,
  paragraph,
  readableColour,
} from './page-parts.ts';
import { openTypeface, type Typeface } from './typeface.ts';

export type RenderedDocument = {
  readonly pdf: Buffer;
  readonly place: SignaturePlace;
  readonly pages: number;
  readonly text: DocumentText;
};

/** Renders a document that is ready for signing. The same input gives the same bytes. */
export async function renderDocument(facts: PdfInput, size: PageSize = 'LETTER'): Promise<RenderedDocument> {
  const typeface = await openTypeface();
  const text = paperText(facts);
  const pdf = await renderToBuffer(paperOf(facts, text, size, typeface));
  const { place, pages } = await findPlace(pdf);
  return { pdf, place, pages, text };
}

/** The box for the signature on the document, in points. */
const BOX = { width: 300, height: 76 };
const BOX_NAME = 'signature';

function paperOf(facts: PdfInput, text: DocumentText, size: PageSize, typeface: Typeface) {
  const { site, reference, date } = facts;
  return h(
    Document,
    {
      title: text.title,
      author: site.brand,
      subject: `${text.title}, ${text.version}`,
      creator: site.product,
      producer: site.product,
      language: 'en-US',
      creationDate: date,
      modificationDate: date,
      pdfVersion: '1.7',
    },
    h(
      Page,
      { size, style: pageStyle(typeface) },
      pageHead(site, text.title, typeface),
      pageTitle(typeface.show(text.title)),
      h(
        Text,
        { style: { fontSize: 8.5, lineHeight: 1.4, color: FAINT_INK, marginBottom: 14 } },
        typeface.show(`${text.notice} Text version: ${text.version}.`),
      ),
      factsTable(text.parties, typeface),
      text.introduction.map((words, index) => paragraph(typeface.show(words), `introduction ${index}`)),
      text.sections.map((section, index) => sectionOf(section, index + 1, site.colour, typeface)),
      signatureBlock(text, typeface),
      pageFoot(`Reference ${reference}`, 'Page', typeface),
    ),
  );
}

function sectionOf(section: PaperSection, number: number, colour: string, typeface: Typeface): ReactElement {
  const mark = (index: number) =>
    section.kind === 'clauses'
      ? h(Text, { style: { ...BODY, color: FAINT_INK } }, `${number}.${index + 1}`)
      : h(View, {
          style: { width: 5, height: 5, marginTop: 4.5, marginLeft: 2, backgroundColor: readableColour(colour) },
        });
  const [first, ...rest] = section.items.map((words, index) =>
    item(mark(index), typeface.show(words), `${number}.${index + 1}`),
  );
  return h(
    View,
    { key: `section ${number}`, style: { marginTop: 8 } },
    // A heading must not stand alone at the foot of a page.
    h(
      View,
      { wrap: false },
      h(
        Text,
        { style: { fontSize: 12, fontWeight: 700, marginBottom: 5 } },
        typeface.show(`${number}. ${section.heading}`),
      ),
      section.lead === undefined ? null : paragraph(typeface.show(section.lead), 'lead'),
      first,
    ),
    rest,
  );
}

/**
 * The box must be a direct child of the page: for deeper elements the library gives positions relative to the parent.
 */
function signatureBlock(text: DocumentText, typeface: Typeface): ReactElement[] {
  const caption = text.signer === '' ? 'Signature of the signer' : `Signature of ${text.signer}`;
  return [
    h(
      View,
      { key: 'declaration', wrap: false, minPresenceAhead: BOX.height + 40, style: { marginTop: 14 } },
      h(Text, { style: { fontSize: 12, fontWeight: 700, marginBottom: 5 } }, 'Signature'),
      paragraph(typeface.show(text.declaration), 'declaration'),
    ),
    h(View, {
      key: 'box',
      id: BOX_NAME,
      wrap: false,
      minPresenceAhead: 24,
      style: { ...BOX, borderWidth: 0.75, borderColor: LINE, borderRadius: 3 },
    }),
    h(Text, { key: 'caption', style: { fontSize: 8.5, color: FAINT_INK, marginTop: 4 } }, typeface.show(caption)),
  ];
}

/** Reads the position of the box from the named destination in the PDF. */
async function findPlace(pdf: Buffer): Promise<{ place: SignaturePlace; pages: number }> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const pages = document.getPages();
  const names = document.catalog.lookup(PDFName.of('Names'), PDFDict).lookup(PDFName.of('Dests'), PDFDict);
  const [pageRef, , x, y] = destination(names.lookup(PDFName.of('Names'), PDFArray));
  const index = pages.findIndex((page) => page.ref === pageRef);
  const page = pages[index];
  if (page === undefined || !(x instanceof PDFNumber) || !(y instanceof PDFNumber)) {
    throw new Error('The paper has no place for the signature.');
  }
  const place = { page: index + 1, x: x.asNumber(), y: page.getHeight() - y.asNumber(), ...BOX };
  return { place, pages: pages.length };
}

function destination(names: PDFArray) {
  for (let index = 0; index < names.size(); index += 2) {
    const name = names.lookup(index, PDFString, PDFHexString).decodeText();
    if (name === BOX_NAME) return names.lookup(index + 1, PDFArray).asArray();
  }
  return [];
}
