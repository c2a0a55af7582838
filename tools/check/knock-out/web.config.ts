import web from '../../../web/vite.config.ts';
import { featureRows } from '../features/feature-rows.ts';
import { knockedOutFiles } from './checks-of-row.ts';
import { knockOutPlugin } from './knock-out-plugin.ts';

const parts = featureRows.flatMap(({ lives }) => knockedOutFiles(lives));

/** The switches are not shipped, so the budget does not apply to them. */
const plugins = (web.plugins ?? []).filter((plugin) => !isPluginNamed(plugin, 'bundle-budget'));

/** The web app as it is shipped, with a switch in each file that a feature row names. */
export default { ...web, plugins: [knockOutPlugin(parts, true), ...plugins] };

function isPluginNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}
