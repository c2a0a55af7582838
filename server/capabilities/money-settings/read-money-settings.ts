import { readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { handle } from '../../kernel/http/handle.ts';
import { requireOwnSite } from '../../kernel/session/own-site.ts';
import { presentMoneySettings, readSiteMoneySettings } from './money-settings.queries.ts';

export const readMoneySettingsHandler = handle(readMoneySettings, async ({ actor, db, params, services }) => {
  const site = await requireOwnSite(services, actor, params.domain_id);
  return presentMoneySettings(site, await readSiteMoneySettings(db, site.id));
});
