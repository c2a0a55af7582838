import type pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';

/** An empty schema marks a database whose restore runs or was interrupted; creating and dropping it is atomic. */
const MARK = 'vialkeep_unfinished_restore';

export async function markRestoreBegun(owner: pg.Client): Promise<void> {
  await owner.query(`create schema ${MARK}`);
}

export async function markRestoreFinished(owner: pg.Client): Promise<void> {
  await owner.query(`drop schema ${MARK}`);
}

/** Refuses a database that may lack rows or constraints. */
export async function requireFinishedRestore(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query('select from pg_namespace where nspname = $1', [MARK]);
  if (rowCount) {
    throw new StartupProblem(
      'A restore into this database is not finished, so rows and constraints are missing; ' +
        'run npm run restore again with an empty DATA_DIR and an empty database.',
    );
  }
}
