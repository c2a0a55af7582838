import { buildApp } from '../../app.ts';
import { noPages, testSettings } from '../test-settings.ts';

// A separate process, because the log goes to the process's output: `node talkative-server.ts <database> <folder>`.
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const app = await buildApp(testSettings(dataDir, { LOG_LEVEL: 'trace' }), databaseUrl, noPages);
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
process.stderr.write(`${address}\n`);
process.once('SIGTERM', () => void app.close());
