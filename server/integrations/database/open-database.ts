import type { Settings } from '../../kernel/settings/settings.ts';
import type { Database } from '../../ports/database.ts';
import { openEmbedded, visitEmbedded } from './embedded-database.ts';
import { openOutside } from './outside-database.ts';

/** Opens the external database of the settings, or else the embedded one. `log` receives later events. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'workers'>>,
  log: (sentence: string) => void = () => {},
): Promise<Database> {
  return settings.databaseUrl === undefined
    ? openEmbedded({ dataDir: settings.dataDir, workers: settings.workers, log })
    : openOutside(settings.databaseUrl);
}

/** Opens the same database for a command that may run beside the server. */
export async function attachToDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const running = settings.databaseUrl === undefined ? await visitEmbedded(settings.dataDir) : null;
  return running ?? openDatabase(settings);
}
