import { link, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedTotpSecrets } from '../capabilities/factors/index.ts';
import { sealedSigningSecrets } from '../capabilities/webhooks/index.ts';
import { changePrint, printOfDatabase } from '../first-start.ts';
import { audit } from '../kernel/audit/audit.ts';
import { withoutServers } from '../kernel/db/migrate.ts';
import { sealedAnswers } from '../kernel/idempotency.ts';
import { sealedLetters } from '../kernel/mail/outbox.ts';
import { type DataKey, dataKeyOf, keepWhole, keyInFile, makeNextKey, readKey } from '../kernel/secrets/data-key.ts';
import { sealedPersonKeys } from '../kernel/secrets/person-keys.ts';
import { resealTable } from '../kernel/secrets/reseal.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { withServices } from './with-services.ts';

const sealedColumns = [sealedAnswers, sealedLetters, sealedPersonKeys, sealedSigningSecrets, sealedTotpSecrets];

/**
 * `npm run rotate-data-key`, with every server stopped: makes a new data key and seals with it all that the old one has
 * sealed, in one transaction. The new key is in a file before, so that a killed command is finished by running it again.
 */
await withServices(async (services, ownerUrl) => {
  const code = await withoutServers(ownerUrl, () => rotate(services));
  if (code === null) {
    console.error(
      'Stop every server of this installation first, which would go on sealing with the old key, and any other rotation.',
    );
  }
  return code ?? 1;
});

async function rotate(services: Services): Promise<number> {
  const { dataDir, dataKey } = services.settings;
  const folder = join(dataDir, 'keys');
  const [file, nextFile] = [join(folder, 'data-key'), join(folder, 'data-key.next')];
  const text = dataKey ?? (await keyInFile(folder));
  const begun = await readKey(nextFile, 'delete it if the server starts with the key that it has');
  const print = await printOfDatabase(services);
  const isFinished = begun !== null && dataKeyOf(begun).print === print && begun !== text;
  if (!isFinished) {
    if (print !== null && print !== services.dataKey.print) {
      console.error('The data key is not the one that this database was sealed with. Nothing was changed.');
      return 1;
    }
    await rm(nextFile, { force: true });
    const next = makeNextKey(text);
    await keepWhole(nextFile, `${next}\n`);
    console.log(`${await reseal(services, dataKeyOf(next))} values were sealed anew.`);
  }
  if (dataKey !== undefined) {
    console.log(`Set DATA_KEY of every server to the line in ${nextFile}, then delete this file.`);
    return 0;
  }
  const formerFile = join(folder, `data-key.${services.dataKey.print}`);
  await link(file, formerFile).catch(ignoreExisting);
  await rename(nextFile, file);
  console.log(`The server starts with the new key. Backups that were made before need ${formerFile}.`);
  return 0;
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

async function reseal({ store, domains }: Services, next: DataKey): Promise<number> {
  const { id: domainId } = await domains.main();
  return store.write('platform', actorlessContext('rotate-data-key'), async (work) => {
    await changePrint(work, next);
    let count = 0;
    for (const columns of sealedColumns) count += await resealTable(work, next, columns);
    const about = { domainId, subject: 'domain', subjectId: domainId, facts: { rows: count } } as const;
    await audit(work, { ...about, action: 'data_key.rotate' });
    return count;
  });
}
