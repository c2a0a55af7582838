import { readSiteLogo } from '@vialkeep/contract/custom-sites.ts';
import { mediaTypeOf, typeOfStored } from '../../kernel/files/file-type.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

/** W-14: the logo that some site has now, and no other file; asked for on that site or on the main one. */
export const readSiteLogoHandler = handlePublic(readSiteLogo, async ({ params, request, services }) => {
  const sites = await services.domains.all();
  const site = orNotFound(sites.find(({ logo }) => logo === `/media/site-logos/${params.name}`));
  if (!request.site.isMain) orNotFound(request.site.id === site.id ? site : null);
  const name = `site-logos/${params.name}`;
  const { stream, bytes } = orNotFound(await services.files.open(name));
  return { stream, bytes, mediaType: mediaTypeOf(typeOfStored(name)) };
});
