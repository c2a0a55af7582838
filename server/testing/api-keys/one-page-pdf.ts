import { PDFDocument } from 'pdf-lib';

/** The smallest file that can be uploaded as a label. */
export async function onePagePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save());
}
