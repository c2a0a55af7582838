import { Document, Page, renderToBuffer } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { factsTable, pageFoot, pageHead, pageStyle, pageTitle, paragraph } from '../render/page-parts.ts';
import { openTypeface } from '../render/typeface.ts';
import { digestBlock, eventList, identityFacts, NOT_RECORDED, utcMoment, verifyBox } from './certificate-parts.ts';
import type { SupplementRequest } from './seal-request.ts';

const WHY =
  'The certificate at the end of the document named below does not list the moment at which it was signed. This page gives the full list. The document itself, its signature and its seal are as they were; not a byte of it was changed.';

/** Renders the page that completes the certificate of an already sealed document. */
export async function makeSupplementPage(request: SupplementRequest): Promise<Buffer> {
  const typeface = await openTypeface();
  const { title, signer, reference, sealedAt } = request;
  return renderToBuffer(
    h(
      Document,
      { language: 'en-US', creationDate: sealedAt, modificationDate: sealedAt, pdfVersion: '1.7' },
      h(
        Page,
        { size: 'LETTER', style: pageStyle(typeface) },
        pageHead(request.site, `Supplement to the certificate of ${title}`, typeface),
        pageTitle('Supplement to the certificate'),
        paragraph(typeface.show(WHY), 'why'),
        factsTable(
          [
            { label: 'Document', value: title },
            { label: 'Reference', value: reference },
            { label: 'Signed by', value: `${signer.name}, ${signer.email}` },
            { label: 'Name typed', value: request.typedName },
            { label: 'Signed at', value: utcMoment(request.signedAt) },
            { label: 'Signed from', value: request.signedFrom ?? NOT_RECORDED },
            ...identityFacts(request),
            { label: 'Document sealed at', value: utcMoment(request.originalSealedAt) },
            { label: 'This page sealed at', value: utcMoment(sealedAt) },
          ],
          typeface,
        ),
        digestBlock('SHA-256 of the sealed document that this page belongs to', request.originalSha256),
        eventList(request.events, typeface),
        verifyBox(request, typeface),
        pageFoot(`Reference ${reference}`, 'Supplement page', typeface),
      ),
    ),
  );
}
