import { PDFDocument } from 'pdf-lib';
import { type KeyFile, sealDocument } from './seal-pdf.ts';
import type { SupplementRequest } from './seal-request.ts';
import { makeSupplementPage } from './supplement-page.ts';

/** Renders and seals the page that completes a certificate. The same request with the same key gives the same bytes. */
export async function sealSupplement(request: SupplementRequest, key: KeyFile): Promise<Buffer> {
  const document = await PDFDocument.load(await makeSupplementPage(request), { updateMetadata: false });
  return sealDocument(document, document.getPage(0), request, key);
}
