import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import { streamZip } from '../../kernel/files/zip-stream.ts';

/** A PDF of one page, different for each title. */
export async function paperOf(title: string): Promise<Buffer> {
  const paper = await PDFDocument.create();
  paper.setTitle(title);
  paper.addPage([200, 200]);
  return Buffer.from(await paper.save());
}

/** A ZIP of these files, in their order. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  return buffer(streamZip(entriesOf(files)));
}

async function* entriesOf(files: Readonly<Record<string, Buffer>>) {
  for (const [name, bytes] of Object.entries(files)) yield { name, content: contentOf(bytes) };
}

async function* contentOf(bytes: Buffer) {
  yield bytes;
}
