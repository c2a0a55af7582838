import { PDFDocument, StandardFonts } from 'pdf-lib';

const TITLE = 'Shipping label of an earlier system';
const LINES = [
  'This label was made before the records moved here, and its file was not brought along.',
  'Its date, tracking number and patients stand in the list of labels.',
];
/** The same bytes at every attempt. */
const MADE = new Date('2026-01-01T00:00:00Z');

/** The page that stands for the file of an imported label which has none. */
export async function drawMissingLabel(): Promise<Buffer> {
  const paper = await PDFDocument.create({ updateMetadata: false });
  paper.setTitle(TITLE);
  paper.setCreationDate(MADE);
  paper.setModificationDate(MADE);
  const font = await paper.embedFont(StandardFonts.Helvetica);
  const page = paper.addPage([612, 792]);
  page.drawText(TITLE, { x: 72, y: 690, size: 20, font });
  for (const [at, line] of LINES.entries()) page.drawText(line, { x: 72, y: 650 - at * 20, size: 11, font });
  return Buffer.from(await paper.save());
}
