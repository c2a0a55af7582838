import { join } from 'node:path';
import type { Files } from '../../ports/files.ts';
import { diskFiles } from './disk-files.ts';
import { s3Files } from './s3-files.ts';

/** Throws with the setting's name when FILES_URL cannot be read, and when the data directory cannot be written. */
export async function openFiles(settings: { dataDir: string; filesUrl?: string }): Promise<Files> {
  const root = join(settings.dataDir, 'files');
  return settings.filesUrl ? s3Files(settings.filesUrl, join(root, '.incoming')) : diskFiles(root);
}
