import { readMigrations } from '../../kernel/db/migrations/migration-files.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Manifest } from './manifest.ts';

/**
 * The number of the backup's last migration, if this version knows all of its migrations unchanged. A newer version
 * migrates from there.
 */
export async function requireKnownMigrations({ migrations }: Manifest): Promise<number> {
  const known = new Map((await readMigrations()).map(({ number, sha256 }) => [number, sha256]));
  const strange = migrations.find(({ number, sha256 }) => known.get(number) !== sha256);
  if (strange) {
    throw new StartupProblem(
      `The backup was made by a newer or another Vialkeep: its migration ${strange.name} is not known here.`,
    );
  }
  return migrations.at(-1)?.number ?? 0;
}
