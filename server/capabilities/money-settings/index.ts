export { readSiteMoneySettings, type SiteMoneySettings } from './money-settings.queries.ts';
