import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openEmbedded } from '../../server/integrations/database/embedded-database.ts';
import { migrate } from '../../server/kernel/db/migrate.ts';
import { ensureRuntimeRole, withConnection } from '../../server/kernel/db/roles.ts';
import { migrateQueue } from '../../server/kernel/jobs/jobs.ts';
import { featureFaults } from '../check/features/features-document.ts';
import { namedTests } from '../check/features/named-tests.ts';
import { clientTypes } from './client-types.ts';
import {
  featuresPage,
  keyScopesDocument,
  permissionsDocument,
  routesDocument,
  rulingsDocument,
  schemaDocument,
  settingsDocument,
} from './documents.ts';
import { firstVisitsModule } from './first-visits.ts';
import { readSchema, type Schema } from './read-schema.ts';
import { findDocumentCitations, findSourceCitations, readDefinitions, rulingFaults } from './rulings.ts';
import { scopeCallsModule } from './scope-calls.ts';
import { tableTypes } from './table-types.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Writes the files that are derived from the code and the migrations; with --check, reports the differences instead.
 */
const schema = await schemaOfFreshDatabase();
const tests = namedTests(root);
const definitions = readDefinitions(root);
const citations = findSourceCitations(root);
const files = {
  'server/kernel/db/tables.generated.ts': tableTypes(schema),
  'client/src/calls.generated.ts': clientTypes(),
  'web/capabilities/api-keys/scope-calls.generated.ts': scopeCallsModule(),
  'web/first-visits/pages.generated.ts': await firstVisitsModule(root),
  'docs/generated/routes.md': routesDocument(),
  'docs/generated/key-scopes.md': keyScopesDocument(),
  'docs/generated/permissions.md': permissionsDocument(),
  'docs/generated/schema.md': schemaDocument(schema),
  'docs/generated/settings.md': settingsDocument(),
  'docs/generated/features.md': featuresPage(tests),
  'docs/generated/rulings.md': rulingsDocument(definitions, citations),
};
const undefinedIds = rulingFaults(definitions, [...citations, ...findDocumentCitations(root)]);
const faults = [...featureFaults(tests, root), ...undefinedIds];

if (process.argv.includes('--check')) {
  const stale: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const kept = await readFile(join(root, file), 'utf8').catch(() => '');
    if (kept !== text) stale.push(file);
  }
  if (stale.length > 0) console.error(`Not up to date, run \`npm run generate\`: ${stale.join(', ')}`);
  for (const fault of faults) console.error(fault);
  if (stale.length > 0 || faults.length > 0) process.exit(1);
  console.log(`${Object.keys(files).length} generated files are up to date`);
} else {
  await mkdir(join(root, 'docs/generated'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);
  for (const fault of faults) console.warn(fault);
  // A missing test is only a warning here, since it may be added later; an undefined id is always an error.
  if (undefinedIds.length > 0) process.exitCode = 1;
}

async function schemaOfFreshDatabase(): Promise<Schema> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-schema-'));
  const database = await openEmbedded({ dataDir, durable: false });
  try {
    await ensureRuntimeRole(database.ownerUrl, { dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined });
    await migrateQueue(database.ownerUrl);
    await migrate(database.ownerUrl);
    return await withConnection(database.ownerUrl, readSchema);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
