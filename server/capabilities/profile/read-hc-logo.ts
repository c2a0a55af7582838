import { readHcLogo } from '@vialkeep/contract/profile.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { logoUploads } from './profile.uploads.ts';

/** W-14: the logo that some account has now, asked for on that account's site or on the main one. */
export const readHcLogoHandler = handlePublic(readHcLogo, async ({ params, request, services }) => {
  const { id: siteId, isMain } = request.site;
  const kept = orNotFound(
    await services.store
      .read('platform')
      .selectFrom('files')
      // An account can only name what was uploaded for it, and by its id it is found at any size.
      .innerJoin('users', 'users.id', 'files.owner_id')
      .select(['files.name', 'files.media_type'])
      .where('files.name', '=', `${logoUploads.folder}/${params.hc_logo}`)
      .where('users.hc_logo', '=', params.hc_logo)
      .where('users.removed_at', 'is', null)
      .$if(!isMain, (query) => query.where('users.domain_id', '=', siteId))
      .executeTakeFirst(),
  );
  const { stream, bytes } = orNotFound(await services.files.open(kept.name));
  return { stream, bytes, mediaType: kept.media_type };
});
