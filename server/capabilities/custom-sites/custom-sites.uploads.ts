import { sql } from 'kysely';
import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** Site logos; a file is used while a site's logo path names it. */
export const siteLogoUploads: UploadFolder = {
  folder: 'site-logos',
  isUsed: (eb) =>
    eb.exists(
      eb.selectFrom('domains').select('domains.id').where('domains.logo', '=', sql<string>`'/media/' || files.name`),
    ),
};
