import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { withConnection } from '../../kernel/db/roles.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { visitEmbedded } from './embedded-database.ts';
import { openOutside } from './outside-database.ts';
import { directoryOf } from './postmaster.ts';

type DatabaseLocation = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** The migration that marks databases of earlier versions; after it the mark alone counts. */
const MARKING = '%\\_mark\\_demo\\_networks.sql';

/**
 * Whether the database has the demo network, read without writing. Null when only a start of PostgreSQL could tell,
 * because that writes its files.
 */
export async function seeDemoNetwork({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean | null> {
  if (databaseUrl !== undefined) return findDemoNetwork((await openOutside(databaseUrl)).ownerUrl);
  if (!existsSync(join(directoryOf(dataDir), 'PG_VERSION'))) return false;
  if (existsSync(noteIn(dataDir))) return true;
  try {
    // A killed server may have left its PostgreSQL running.
    const running = await visitEmbedded(dataDir);
    return running && (await findDemoNetwork(running.ownerUrl));
  } catch {
    return null;
  }
}

/** Whether a running database has the demo network, with any version of the schema or none. */
export async function findDemoNetwork(ownerUrl: string): Promise<boolean> {
  return withConnection(ownerUrl, async (owner) => {
    await owner.query('begin read only');
    if (!(await isTable(owner, 'users'))) return false;
    if (await isTable(owner, 'installation')) {
      const { rowCount } = await owner.query('select from public.installation where demo');
      if (rowCount) return true;
      const { rowCount: marked } = await owner.query('select from public.schema_migrations where name like $1', [
        MARKING,
      ]);
      if (marked) return false;
    }
    const { rowCount } = await owner.query(
      `select from public.users where plan_id in (1, 7, 10, 15) and lower(email) like '%@vialkeep.test' limit 1`,
    );
    return rowCount === 1;
  });
}

/** Writes a marker file beside the embedded database, so that the next start can tell before PostgreSQL runs. */
export async function noteDemoNetwork({ databaseUrl, dataDir }: DatabaseLocation): Promise<void> {
  if (databaseUrl !== undefined || existsSync(noteIn(dataDir))) return;
  await writeFile(noteIn(dataDir), 'The database in this folder has the demo network.\n', { mode: 0o600 });
}

const noteIn = (dataDir: string): string => join(dataDir, 'demo-network');

async function isTable(owner: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await owner.query('select 1 where to_regclass($1) is not null', [`public.${name}`]);
  return rowCount === 1;
}
