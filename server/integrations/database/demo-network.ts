import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { connected } from '../../kernel/db/roles.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { visitEmbedded } from './embedded-database.ts';
import { openOutside } from './outside-database.ts';
import { directoryOf } from './postmaster.ts';

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** The migration that marks the databases of earlier versions; from there on the mark alone counts. */
const MARKING = '%\\_mark\\_demo\\_networks.sql';

/**
 * Whether the database has the demo network, found without writing anything. Null where PostgreSQL would have to be started
 * to tell, which writes its own files.
 */
export async function seeDemoNetwork({ databaseUrl, dataDir }: Place): Promise<boolean | null> {
  if (databaseUrl !== undefined) return findDemoNetwork((await openOutside(databaseUrl)).ownerUrl);
  if (!existsSync(join(directoryOf(dataDir), 'PG_VERSION'))) return false;
  if (existsSync(noteIn(dataDir))) return true;
  try {
    // A server that was killed may have left its database running.
    const running = await visitEmbedded(dataDir);
    return running && (await findDemoNetwork(running.ownerUrl));
  } catch {
    return null;
  }
}

/** Whether a database that runs has the demo network, whichever version of the schema it has, if any. */
export async function findDemoNetwork(ownerUrl: string): Promise<boolean> {
  return connected(ownerUrl, async (owner) => {
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

/** Beside the embedded database, so that the next start can tell before PostgreSQL is started. */
export async function noteDemoNetwork({ databaseUrl, dataDir }: Place): Promise<void> {
  if (databaseUrl !== undefined || existsSync(noteIn(dataDir))) return;
  await writeFile(noteIn(dataDir), 'The database in this folder has the demo network.\n', { mode: 0o600 });
}

const noteIn = (dataDir: string): string => join(dataDir, 'demo-network');

async function isTable(owner: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await owner.query('select 1 where to_regclass($1) is not null', [`public.${name}`]);
  return rowCount === 1;
}
