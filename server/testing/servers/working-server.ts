import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { jobsWith } from '../../all-jobs.ts';
import { buildApp } from '../../app.ts';
import { outboxMail } from '../../integrations/mail/outbox-mail.ts';
import { queueStartJobs, startJobs } from '../../kernel/jobs/jobs.ts';
import { noPages, testSettings } from '../test-settings.ts';

// A separate process that serves requests and runs jobs, so that it can be killed: `node working-server.ts <owner's
// database> <runtime's database> <folder> <settings as JSON>`. Its address is the first line of its output.
const [ownerUrl = '', runtimeUrl = '', dataDir = '', changed = '{}'] = process.argv.slice(2);
const settings = z.record(z.string(), z.string()).parse(JSON.parse(changed));
const app = await buildApp(testSettings(dataDir, settings), runtimeUrl, noPages);
const jobs = jobsWith(outboxMail());
await startJobs(ownerUrl, jobs, app.services, 1);
await queueStartJobs(ownerUrl, jobs);
// A killed process writes no compile cache at its end.
flushCompileCache();
process.stdout.write(`${await app.http.listen({ host: '127.0.0.1', port: 0 })}\n`);
