import type { Services } from './kernel/services.ts';

/** A database without a site gets the main one, from the settings. Tells whether it was new. */
export async function ensureMainSite({ store, settings }: Services): Promise<boolean> {
  const made = await store.unaudited('there is nobody yet who could have asked', (db) =>
    db
      .insertInto('domains')
      .values({
        name: 'Vialkeep',
        host: new URL(settings.baseUrl).hostname,
        product: 'Vialkeep',
        brand: 'Vialkeep',
        support_email: settings.supportEmail,
        email_sender: addressIn(settings.mailFrom),
        is_main: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  return made !== undefined;
}

/** 'Vialkeep <no-reply@vialkeep.test>' → 'no-reply@vialkeep.test' */
function addressIn(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}
