import { sql } from 'kysely';
import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** Logos of centers, under the names that the accounts store. */
export const logoUploads: UploadFolder = {
  folder: 'hc-logos',
  isUsed: (eb) =>
    eb.exists(
      eb.selectFrom('users').select('users.id').where(sql`'hc-logos/' || users.hc_logo`, '=', eb.ref('files.name')),
    ),
};
