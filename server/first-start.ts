import { createMainSite } from './capabilities/sites/index.ts';
import type { Work } from './kernel/db/db.ts';
import type { DataKey } from './kernel/secrets/data-key.ts';
import type { Services } from './kernel/services.ts';
import { StartupProblem } from './kernel/startup-problem.ts';

/** Creates the main site from the settings if the database has no site. Returns whether it was created. */
export async function ensureMainSite({ store, settings }: Services): Promise<boolean> {
  return store.unaudited('there is no user yet who could have asked', (db) =>
    createMainSite(db, {
      name: 'Vialkeep',
      host: new URL(settings.baseUrl).hostname,
      product: 'Vialkeep',
      brand: 'Vialkeep',
      support_email: settings.supportEmail,
      email_sender: addressIn(settings.mailFrom),
    }),
  );
}

/** 'Vialkeep <no-reply@vialkeep.test>' → 'no-reply@vialkeep.test' */
function addressIn(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}

/** Values sealed with one data key cannot be read with another, so the database stores the fingerprint of its key. */
export async function requireSameDataKey({ store, dataKey }: Services): Promise<void> {
  const kept = await store.unaudited('the print of the data key, at the first start', (db) =>
    db
      .updateTable('installation')
      .set((eb) => ({ data_key_print: eb.fn.coalesce('data_key_print', eb.val(dataKey.print)) }))
      .returning('data_key_print')
      .executeTakeFirstOrThrow(),
  );
  if (kept.data_key_print === dataKey.print) return;
  throw new StartupProblem(
    'The data key is not the one that this database was sealed with; set DATA_KEY, or bring the file keys/data-key of ' +
      'DATA_DIR back from a backup.',
  );
}

/** The fingerprint of the key with which the database was sealed; null before its first start. */
export async function printOfDatabase({ store }: Services): Promise<string | null> {
  const row = await store.read('platform').selectFrom('installation').select('data_key_print').executeTakeFirst();
  return row?.data_key_print ?? null;
}

/** A server that starts now waits for the commit, and then finds another key than its own. */
export async function changePrint(work: Work, { print }: DataKey): Promise<void> {
  await work.db.updateTable('installation').set({ data_key_print: print }).execute();
}
