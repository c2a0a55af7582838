import { listDomainsHandler } from './list-domains.ts';
import { readSiteHandler } from './read-site.ts';

export const sitesHandlers = [readSiteHandler, listDomainsHandler];
