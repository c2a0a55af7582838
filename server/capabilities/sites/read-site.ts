import { readSite } from '@vialkeep/contract/sites.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { presentSite } from './sites.present.ts';

export const readSiteHandler = handlePublic(readSite, async ({ request, services }) =>
  presentSite(request.site, services),
);
