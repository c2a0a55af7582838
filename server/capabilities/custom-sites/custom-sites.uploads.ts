import { sql } from 'kysely';
import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** Logos of sites, by the addresses the sites have of them. */
export const siteLogoUploads: UploadFolder = {
  folder: 'site-logos',
  isUsed: (eb) =>
    eb.exists(
      eb.selectFrom('domains').select('domains.id').where('domains.logo', '=', sql<string>`'/media/' || files.name`),
    ),
};
