import { hash } from 'node:crypto';
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import { PDFDocument, type PDFPage } from 'pdf-lib';
import type { SealingKey } from '../../ports/sealing-key.ts';
import { makeSealPages } from './seal-pages.ts';
import type { SealRequest } from './seal-request.ts';

export type KeyFile = Pick<SealingKey, 'p12' | 'passphrase'>;

/**
 * Inserts the signature, adds the certificate pages and seals the whole file. The same request with the same key gives
 * the same bytes.
 */
export async function sealPdf(pdf: Buffer, request: SealRequest, key: KeyFile): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const page = document.getPages()[request.place.page - 1];
  if (page === undefined) throw new Error('The place of the signature is on a page that the paper does not have.');
  const paper = { pages: document.getPageCount(), sha256: hash('sha256', pdf), size: page.getSize() };
  const added = await PDFDocument.load(await makeSealPages(request, paper), { updateMetadata: false });

  const { x, y, width, height } = request.place;
  const stamp = await document.embedPage(added.getPage(0));
  page.drawPage(stamp, { x, y: page.getHeight() - y - height, width, height });
  const certificatePages = await document.copyPages(added, added.getPageIndices().slice(1));
  for (const certificatePage of certificatePages) document.addPage(certificatePage);

  return sealDocument(document, page, request, key);
}

type Sealing = Pick<SealRequest, 'site' | 'verifyAt' | 'sealedAt'> & {
  /** Shown by programs that check signatures. */
  readonly reason?: string;
};

/** Seals the whole file; the seal's invisible field is on this page. */
export async function sealDocument(
  document: PDFDocument,
  page: PDFPage,
  { site, verifyAt, sealedAt, reason = 'Sealed after signing' }: Sealing,
  key: KeyFile,
): Promise<Buffer> {
  document.setModificationDate(sealedAt);
  pdflibAddPlaceholder({
    pdfDoc: document,
    pdfPage: page,
    reason,
    name: site.product,
    contactInfo: verifyAt,
    location: site.name,
    signingTime: sealedAt,
    signatureLength: ROOM_FOR_SIGNATURE,
    widgetRect: [0, 0, 0, 0],
    appName: site.product,
  });
  const prepared = Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
  // The library's signer keeps state, so each seal gets a new one.
  const signer = new P12Signer(key.p12, { passphrase: key.passphrase });
  return new SignPdf().sign(prepared, signer, sealedAt);
}

/** In hex digits. The signature and two certificates of 4,096 bit, as in a configured key, take half of it. */
const ROOM_FOR_SIGNATURE = 16_384;
