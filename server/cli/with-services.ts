import { buildApp } from '../app.ts';
import { attachToDatabase } from '../integrations/database/open-database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { ensureRuntimeRole } from '../kernel/db/roles.ts';
import type { Services } from '../kernel/services.ts';
import { readSettings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';

/**
 * Runs a command on the installation's data, also while its server runs. The exit code is the return value of the task.
 */
export async function withServices(task: (services: Services, ownerUrl: string) => Promise<number>): Promise<void> {
  try {
    const settings = { ...readSettings(), logLevel: 'warn' as const };
    const database = await attachToDatabase(settings);
    const runtimeUrl = withoutTimeout(await ensureRuntimeRole(database.ownerUrl, settings));
    await migrate(database.ownerUrl, { apply: false });
    const app = await buildApp(settings, runtimeUrl, { version: 'command', html: '', root: import.meta.dirname });
    try {
      process.exitCode = await task(app.services, database.ownerUrl);
    } finally {
      await app.close();
      await database.stop();
    }
  } catch (problem) {
    console.error(problem instanceof StartupProblem ? problem.message : problem);
    process.exitCode = 1;
  }
}

/** A check of a large network takes minutes in one statement, and no caller waits for its connection. */
export function withoutTimeout(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('statement_timeout', '0');
  return url.href;
}
