import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

export const PHOTO_FOLDER = 'bench-photo';

/** Photos taken at the bench. */
export const benchPhotoUploads: UploadFolder = {
  folder: PHOTO_FOLDER,
  isUsed: (eb) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('arrival_photos')
          .select('arrival_photos.arrival_id')
          .whereRef('arrival_photos.file', '=', 'files.name'),
      ),
      eb.exists(
        eb
          .selectFrom('discard_photos')
          .select('discard_photos.discard_id')
          .whereRef('discard_photos.file', '=', 'files.name'),
      ),
    ]),
};
