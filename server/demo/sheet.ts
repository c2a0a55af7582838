import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF of one page with a title and these lines. */
export async function pdfOf(title: string, lines: readonly string[]): Promise<Buffer> {
  const paper = await PDFDocument.create();
  paper.setTitle(title);
  const page = paper.addPage([612, 792]);
  const [bold, plain] = [
    await paper.embedFont(StandardFonts.HelveticaBold),
    await paper.embedFont(StandardFonts.Helvetica),
  ];
  page.drawText(title, { x: 72, y: 690, size: 22, font: bold });
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 72, y: 650 - at * 22, size: 12, font: plain });
  return Buffer.from(await paper.save());
}
