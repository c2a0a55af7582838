import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askPdfTool } from './pdf-tools.ts';

/** The text of a PDF as an independent program reads it. */
export function pdfWords(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'vialkeep-pdf-'));
  try {
    writeFileSync(join(folder, 'paper.pdf'), pdf);
    return askPdfTool('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
