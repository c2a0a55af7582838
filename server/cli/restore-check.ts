import { parseArgs } from 'node:util';
import { readSettings } from '../kernel/settings/settings.ts';
import { inOneSentence } from './in-one-sentence.ts';
import { checkRestore } from './recovery/check-restore.ts';

/**
 * `npm run restore-check`: restores the newest backup of pgBackRest into a temporary folder, starts PostgreSQL on it,
 * runs `verify` and deletes everything. `--at "2026-11-17 10:00:00+00"` restores the state of that moment.
 */
await inOneSentence(async () => {
  const { values } = parseArgs({
    options: {
      config: { type: 'string', default: '/etc/pgbackrest/pgbackrest.conf' },
      stanza: { type: 'string' },
      at: { type: 'string' },
      folder: { type: 'string' },
      user: { type: 'string', default: 'postgres' },
    },
  });
  const isClean = await checkRestore(readSettings(), values, (sentence) => console.log(sentence));
  if (!isClean) process.exitCode = 1;
});
