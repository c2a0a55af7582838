import { buildApp } from '../../../server/app.ts';
import { archiveAccessJob } from '../../../server/kernel/access/archive-access.ts';
import { ensureRuntimeRole } from '../../../server/kernel/db/roles.ts';
import { readSettings } from '../../../server/kernel/settings/settings.ts';
import { noPages } from '../../../server/testing/test-settings.ts';

// Moves the months before the last ACCESS_MONTHS into files, and prints the seconds that it took and the most memory.
const settings = { ...readSettings(), logLevel: 'error' as const };
if (settings.databaseUrl === undefined) throw new Error('DATABASE_URL is missing.');
const app = await buildApp(settings, await ensureRuntimeRole(settings.databaseUrl, settings), noPages);
const started = performance.now();
await archiveAccessJob.run({}, app.services, { actorId: null, userId: null, sessionId: null, requestId: 'job-bench' });
const seconds = (performance.now() - started) / 1000;
await app.close();
console.log(`in ${seconds.toFixed(1)} s, with at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
