import { buildApp } from '../../../server/app.ts';
import { ensureRuntimeRole } from '../../../server/kernel/db/roles.ts';
import { newPlaces } from '../../../server/kernel/jobs/places.ts';
import { readSettings } from '../../../server/kernel/settings/settings.ts';
import { noPages } from '../../../server/testing/test-settings.ts';

// One process of the product, with records of reading or without: `node measured-server.ts on|off`. Its port is the first
// line of its output.
const settings = { ...readSettings(), logLevel: 'error' as const };
if (settings.databaseUrl === undefined) throw new Error('DATABASE_URL is missing.');
const runtimeUrl = await ensureRuntimeRole(settings.databaseUrl, settings);
const options = { processes: 1, places: newPlaces(), recordsReading: process.argv[2] === 'on' };
const app = await buildApp(settings, runtimeUrl, noPages, options);
await app.http.listen({ host: '127.0.0.1', port: 0 });
const address = app.http.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
