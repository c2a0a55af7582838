import { listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentCustomSite } from './custom-sites.present.ts';
import { registrations } from './custom-sites.queries.ts';

export const listCustomSitesHandler = handle(listCustomSites, async ({ db, services }) =>
  Promise.all((await registrations(db)).map((row) => presentCustomSite(services, row))),
);
