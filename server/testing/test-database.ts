import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../app.ts';
import { loadDemoNetwork } from '../demo/load-demo-network.ts';
import { ensureMainSite } from '../first-start.ts';
import { openEmbedded } from '../integrations/database/embedded-database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { ensureRuntimeRole, withConnection } from '../kernel/db/roles.ts';
import { migrateQueue } from '../kernel/jobs/jobs.ts';
import { PASSWORD } from './people.ts';
import { inDatabase, noPages, testSettings } from './test-settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    runtimeUrl: string;
  }
}

export const TEMPLATE = 'vialkeep_demo';

/** A run holds up to 1 GiB of write-ahead log and some dozen databases of 15 MB. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** One PostgreSQL for the whole run, with the demo network in a template database that every test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await chooseParentFolder(), 'vialkeep-test-'));
  const database = await openEmbedded({ dataDir, durable: false });
  try {
    await fill(database.ownerUrl, dataDir, project);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Prefers a file system in memory with room enough: copying a database there takes a fifth of the processor time. */
async function chooseParentFolder(): Promise<string> {
  const inMemory = '/dev/shm';
  const space = await statfs(inMemory).catch(() => null);
  return space && space.bavail * space.bsize > NEEDED_BYTES ? inMemory : tmpdir();
}

async function fill(ownerUrl: string, dataDir: string, project: TestProject): Promise<void> {
  const settings = testSettings(dataDir);
  const runtimeUrl = await ensureRuntimeRole(ownerUrl, settings);
  await withConnection(ownerUrl, (owner) => owner.query(`create database ${TEMPLATE}`));

  const template = inDatabase(ownerUrl, TEMPLATE);
  await migrateQueue(template);
  await migrate(template);
  const app = await buildApp(settings, inDatabase(runtimeUrl, TEMPLATE), noPages);
  await ensureMainSite(app.services);
  await loadDemoNetwork(app.services);
  await app.close();
  await cheapenPasswords(template);
  await endBackfills(template);

  project.provide('ownerUrl', ownerUrl);
  project.provide('runtimeUrl', runtimeUrl);
}

/** Password hashing is slow on purpose, and the tests log in hundreds of times. The hash itself contains its cost. */
async function cheapenPasswords(template: string): Promise<void> {
  const cheap = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await withConnection(template, (owner) => owner.query('update users set password_hash = $1', [cheap]));
}

/** The checks of a ledger excuse a row that a backfill has not come to yet. In tests nothing is excused. */
async function endBackfills(template: string): Promise<void> {
  await withConnection(template, (owner) => owner.query('update backfills set position = 2147483647'));
}
