import { readHcLogo } from '@vialkeep/contract/profile.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { logoUploads } from './profile.uploads.ts';

export const readHcLogoHandler = handlePublic(readHcLogo, async ({ params, services }) => {
  const kept = found(
    await services.store
      .read('platform')
      .selectFrom('files')
      .select(['name', 'media_type'])
      .where('name', '=', `${logoUploads.folder}/${params.hc_logo}`)
      .executeTakeFirst(),
  );
  const { stream, bytes } = found(await services.files.open(kept.name));
  return { stream, bytes, mediaType: kept.media_type };
});
