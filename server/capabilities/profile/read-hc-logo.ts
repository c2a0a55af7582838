import { readHcLogo } from '@vialkeep/contract/profile.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { logoUploads } from './profile.uploads.ts';

/** Serves a logo that an account uses now, on that account's site or on the main one (W-14). */
export const readHcLogoHandler = handlePublic(readHcLogo, async ({ params, request, services }) => {
  const { id: siteId, isMain } = request.site;
  const kept = orNotFound(
    await services.store
      .read('platform')
      .selectFrom('files')
      // An account can only use its own uploads, so the owner's primary key finds the account without a scan.
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
