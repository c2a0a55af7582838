import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { attachToDatabase } from '../integrations/database/open-database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { withConnection } from '../kernel/db/roles.ts';
import { readSettings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';
import { copyMissing, FOLDERS, fingerprints } from './backup/copy-folders.ts';
import { dumpTables, holdMoment } from './backup/dump-tables.ts';
import { MANIFEST, type Manifest } from './backup/manifest.ts';
import { inOneSentence } from './in-one-sentence.ts';

/** `npm run backup -- FOLDER`: dumps all rows of one snapshot and copies all files, also while the server runs. */
await inOneSentence(async () => {
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new StartupProblem('Say where to: npm run backup -- FOLDER');
  const folder = resolve(given);
  await requireEmpty(folder);
  const settings = readSettings();
  const { dataDir, filesUrl } = settings;
  const folders = FOLDERS.filter((name) => name !== 'files' || filesUrl === undefined);

  const database = await attachToDatabase(settings);
  try {
    await migrate(database.ownerUrl, { apply: false });
    // Copies twice: a file deleted during the dump is in the first copy, a file added during it is in the second.
    await copyMissing(dataDir, folder, folders);
    const dumped = await withConnection(database.ownerUrl, async (owner) => {
      await holdMoment(owner);
      await copyMissing(dataDir, folder, folders);
      return dumpTables(owner, folder);
    });
    const files = await fingerprints(folder, folders);
    const manifest: Manifest = { format: 2, ...dumped, uploads: filesUrl === undefined ? 'disk' : 's3', files };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${rows} rows as they were at ${manifest.taken_at}, and ${files.length} files, are in ${folder}.`);
    if (filesUrl !== undefined) console.log('Uploaded files stay in the store of FILES_URL; copy its bucket as well.');
  } finally {
    await database.stop();
  }
});

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartupProblem(`${folder} is not empty; choose a new folder.`);
}
