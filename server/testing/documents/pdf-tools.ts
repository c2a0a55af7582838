import { spawnSync } from 'node:child_process';
import { installWithApt } from '../servers/install-with-apt.ts';

/** What programs of others say about our PDFs: nobody should have to take our own word for a seal. */
export type PdfTool = 'pdfsig' | 'pdftotext' | 'pdffonts' | 'pdfinfo' | 'pdfimages' | 'pdftoppm';

/** Runs one of poppler's programs on a PDF and answers with what it printed, whether it was content or not. */
export function askPdfTool(tool: PdfTool, args: readonly string[]): string {
  requirePdfTools();
  const { stdout, stderr, error } = spawnSync(tool, args, { encoding: 'utf8', timeout: 60_000 });
  if (error) throw error;
  return stdout + stderr;
}

/** Installs them where that is possible without asking; never lets a check pass because the checker is missing. */
function requirePdfTools(): void {
  if (isFound || isInstalled()) return;
  installWithApt('poppler-utils');
  if (!isInstalled()) {
    throw new Error(
      'pdfsig and pdftotext were not found, and what they check cannot be left out; install poppler-utils ' +
        '(apt-get install poppler-utils, or brew install poppler).',
    );
  }
}

let isFound = false;

function isInstalled(): boolean {
  isFound = ['pdfsig', 'pdftotext'].every((tool) => spawnSync(tool, ['-v']).error === undefined);
  return isFound;
}
