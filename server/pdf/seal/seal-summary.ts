import { PDFDocument } from 'pdf-lib';
import { type KeyFile, sealDocument } from './seal-pdf.ts';
import type { SummaryRequest } from './seal-request.ts';
import { makeSummaryPages } from './summary-page.ts';

/** Renders and seals the summary of an export. The same request with the same key gives the same bytes. */
export async function sealSummary(request: SummaryRequest, key: KeyFile): Promise<Buffer> {
  const document = await PDFDocument.load(await makeSummaryPages(request), { updateMetadata: false });
  return sealDocument(document, document.getPage(0), { ...request, reason: 'Sealed when exported' }, key);
}
