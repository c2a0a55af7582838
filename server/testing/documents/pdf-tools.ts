import { spawnSync } from 'node:child_process';
import { installWithApt } from '../servers/install-with-apt.ts';

/** Independent programs that check the product's PDFs and seals. */
export type PdfTool = 'pdfsig' | 'pdftotext' | 'pdffonts' | 'pdfinfo' | 'pdfimages' | 'pdftoppm';

/** Runs one of poppler's programs on a PDF and returns its output, whatever its exit code. */
export function askPdfTool(tool: PdfTool, args: readonly string[]): string {
  requirePdfTools();
  const { stdout, stderr, error } = spawnSync(tool, args, { encoding: 'utf8', timeout: 60_000 });
  if (error) throw error;
  return stdout + stderr;
}

/** Installs them where that is possible without a prompt; a check never passes because its program is missing. */
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
