import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canInstall, installWithApt } from '../servers/install-with-apt.ts';

const places = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice'];

/** Whether LibreOffice is installed or can be: only where it is neither, the check is skipped. */
export function hasSpreadsheetProgram(): boolean {
  return places.some(existsSync) || canInstall();
}

/** Opens a workbook with headless LibreOffice and returns its first sheet as CSV. */
export async function openedWorkbook(workbook: Buffer): Promise<string> {
  if (!places.some(existsSync)) installWithApt('libreoffice-calc-nogui');
  const program = places.find(existsSync);
  if (!program) throw new Error('LibreOffice was not found and could not be installed.');
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-xlsx-'));
  try {
    const file = join(folder, 'report.xlsx');
    await writeFile(file, workbook);
    const toCsv = ['--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76,1', '--outdir', folder];
    await promisify(execFile)(program, [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      ...toCsv,
      file,
    ]);
    return await readFile(join(folder, 'report.csv'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
