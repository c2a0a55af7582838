import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { findDemoNetwork, noteDemoNetwork } from '../integrations/database/demo-network.ts';
import { openDatabase } from '../integrations/database/open-database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { ensureRuntimeRole, withConnection } from '../kernel/db/roles.ts';
import { markRestoreBegun, markRestoreFinished, requireFinishedRestore } from '../kernel/db/unfinished-restore.ts';
import { migrateQueue } from '../kernel/jobs/jobs.ts';
import { readSettings, type Settings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';
import { copyMissing, FOLDERS, sha256Of } from './backup/copy-folders.ts';
import { requireKnownMigrations } from './backup/known-migrations.ts';
import { loadTables } from './backup/load-tables.ts';
import { type Manifest, readManifest } from './backup/manifest.ts';
import { inOneSentence } from './in-one-sentence.ts';

/** `npm run restore -- FOLDER`: restores a backup into an empty installation. It overwrites nothing. */
await inOneSentence(async () => {
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new StartupProblem('Say where from: npm run restore -- FOLDER');
  const folder = resolve(given);
  const settings = readSettings();
  const manifest = await readManifest(folder);
  const until = await requireKnownMigrations(manifest);
  await requireIntact(folder, manifest);
  await requireNothing(settings);

  const database = await openDatabase(settings);
  try {
    await withConnection(database.ownerUrl, requireNoTables);
    await withConnection(database.ownerUrl, markRestoreBegun);
    await ensureRuntimeRole(database.ownerUrl, settings);
    await migrateQueue(database.ownerUrl);
    await migrate(database.ownerUrl, { until, isRestoring: true });
    // Rows are loaded last, so that no row refers to a missing file.
    await copyMissing(folder, settings.dataDir, FOLDERS);
    await loadTables(database.ownerUrl, folder, manifest).catch(describeFailure);
    await withConnection(database.ownerUrl, markRestoreFinished);
    if (await findDemoNetwork(database.ownerUrl)) await noteDemoNetwork(settings);
  } finally {
    await database.stop();
  }
  console.log(`Everything is as it was at ${manifest.taken_at}. Start the server, then run npm run verify.`);
});

/** Checks every hash of the backup before anything is written. */
async function requireIntact(folder: string, { tables, files }: Manifest): Promise<void> {
  for (const { path, sha256 } of [...tables, ...files]) {
    const isThere = existsSync(join(folder, path));
    if (!isThere || (await sha256Of(join(folder, path))) !== sha256) {
      throw new StartupProblem(
        `The backup in ${folder} is damaged: ${path} is ${isThere ? 'not what it was' : 'missing'}.`,
      );
    }
  }
}

async function requireNothing({ dataDir, databaseUrl }: Settings): Promise<void> {
  const inTheWay = databaseUrl === undefined ? ['postgres', ...FOLDERS] : FOLDERS;
  for (const name of inTheWay) {
    if ((await readdir(join(dataDir, name)).catch(() => [])).length > 0) {
      throw new StartupProblem(`${join(dataDir, name)} is not empty; restore into another DATA_DIR, or move it away.`);
    }
  }
}

async function requireNoTables(owner: pg.Client): Promise<void> {
  await requireFinishedRestore(owner);
  const { rowCount } = await owner.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  );
  if (rowCount) throw new StartupProblem('The database of DATABASE_URL has tables; restore into an empty one.');
}

/** The mark of the unfinished restore stays, so that no server starts on what was loaded. */
function describeFailure(error: unknown): never {
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  throw new StartupProblem(
    `The restore failed: ${reason}. No server starts on what it left; restore again with an empty DATA_DIR and database.`,
  );
}
