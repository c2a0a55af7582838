import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbedded } from '../../server/integrations/database/embedded-database.ts';
import { ensureRuntimeRole, withConnection } from '../../server/kernel/db/roles.ts';
import { copyPreparedDemo } from './prepared-demo.ts';

export type OwnDatabase = {
  readonly dataDir: string;
  readonly ownerUrl: string;
  /** The settings with which a product uses this database. */
  readonly settings: {
    readonly DATA_DIR: string;
    readonly DATABASE_URL: string;
    readonly DATABASE_RUNTIME_URL: string;
  };
  /** Runs a task on the database as the owner of the tables. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  /** Registers a cleanup step that runs before the database stops, in reverse order. */
  readonly beforeEnd: (step: () => Promise<unknown>) => void;
};

/**
 * Builds something on a PostgreSQL of its own in a temporary folder; removes everything again if building fails. With
 * `holdsDemo` it begins with the prepared demo, if there is one.
 */
export async function onOwnDatabase<Built extends object>(
  name: string,
  build: (database: OwnDatabase) => Promise<Built>,
  { holdsDemo = false } = {},
): Promise<Built & { readonly close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), `vialkeep-${name}-`));
  const undo: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    if (holdsDemo) await copyPreparedDemo(dataDir);
    const database = await openEmbedded({ dataDir });
    undo.push(() => database.stop());
    const { ownerUrl } = database;
    const none = { dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined };
    const built = await build({
      dataDir,
      ownerUrl,
      settings: {
        DATA_DIR: dataDir,
        DATABASE_URL: ownerUrl,
        DATABASE_RUNTIME_URL: await ensureRuntimeRole(ownerUrl, none),
      },
      tables: (task) => withConnection(ownerUrl, task),
      beforeEnd: (step) => undo.push(step),
    });
    return Object.assign(built, { close });
  } catch (error) {
    await close();
    throw error;
  }
}
