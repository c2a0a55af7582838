import { readSiteLogo } from '@vialkeep/contract/custom-sites.ts';
import { mediaTypeOf, typeOfStored } from '../../kernel/files/file-type.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

/** Serves the current logo of a site, and no other file, on that site and on the main site (W-14). */
export const readSiteLogoHandler = handlePublic(readSiteLogo, async ({ params, request, services }) => {
  const sites = await services.domains.all();
  const site = orNotFound(sites.find(({ logo }) => logo === `/media/site-logos/${params.name}`));
  if (!request.site.isMain) orNotFound(request.site.id === site.id ? site : null);
  const name = `site-logos/${params.name}`;
  const { stream, bytes } = orNotFound(await services.files.open(name));
  return { stream, bytes, mediaType: mediaTypeOf(typeOfStored(name)) };
});
