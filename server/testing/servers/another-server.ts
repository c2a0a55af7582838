import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type App, buildApp } from '../../app.ts';
import { inDatabase, noPages, testSettings } from '../test-settings.ts';
import type { World } from '../world.ts';

/** A second process of the same installation: it shares only the database. */
export async function anotherServer(
  world: World,
  settings: Record<string, string> = {},
  addressOf: (url: string) => string = (url) => url,
): Promise<App> {
  const [row] = await world.sql<{ name: string }>('select current_database() as name');
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-world-'));
  const url = inDatabase(inject('runtimeUrl'), row?.name ?? '');
  const app = await buildApp(testSettings(dataDir, settings), addressOf(url), noPages);
  return {
    ...app,
    async close() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
