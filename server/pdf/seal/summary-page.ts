import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { factsTable, pageFoot, pageHead, pageStyle, pageTitle, paragraph } from '../render/page-parts.ts';
import { openTypeface } from '../render/typeface.ts';
import { digestBlock, eventList } from './certificate-parts.ts';
import type { SummaryRequest } from './seal-request.ts';

/** Renders the summary of an exported file. */
export async function makeSummaryPages(request: SummaryRequest): Promise<Buffer> {
  const typeface = await openTypeface();
  const { title, sealedAt, reference } = request;
  return renderToBuffer(
    h(
      Document,
      { language: 'en-US', creationDate: sealedAt, modificationDate: sealedAt, pdfVersion: '1.7' },
      h(
        Page,
        { size: 'LETTER', style: pageStyle(typeface) },
        pageHead(request.site, title, typeface),
        pageTitle(typeface.show(title)),
        request.paragraphs.map((words, index) => paragraph(typeface.show(words), index)),
        factsTable(request.facts, typeface),
        request.digests.map(({ label, sha256 }) => h(View, { key: sha256 }, digestBlock(typeface.show(label), sha256))),
        request.events.length === 0
          ? h(Text, { style: { fontSize: 10 } }, 'Nothing has happened to this sample yet.')
          : eventList(request.events, typeface),
        pageFoot(reference, 'Page', typeface),
      ),
    ),
  );
}
