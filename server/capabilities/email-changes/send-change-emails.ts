import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain, Domains } from '../../kernel/domains.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { emailIsTaken } from '../accounts/index.ts';
import { askNewAddress, type Told, tellHolder, tellOldAddress } from './change-emails.ts';
import { findChange, lockAccount } from './email-changes.queries.ts';

export const SEND_CHANGE_LETTERS = 'send-email-change-letters';

const Payload = z.object({ id: z.number().int() });

/** Queues the emails of a pending change, once: `letters_at` says whether they are queued. */
export const sendChangeLettersJob: Job = {
  name: SEND_CHANGE_LETTERS,
  async run(payload, { store, domains }, cause) {
    const { id } = Payload.parse(payload);
    const asked = await findChange(store.read('platform'), id);
    if (!asked?.waits || asked.letters_at !== null) return;
    const home = await domains.ofId(asked.domain_id);
    await store.write('platform', cause, async (work) => {
      await lockAccount(work, asked.user_id);
      const change = await findChange(work.db, id);
      if (change?.waits && change.letters_at === null) await writeLetters(work, domains, home, change);
      await audit(work, {
        domainId: asked.domain_id,
        action: 'email_changes.write_letters',
        subject: 'user',
        subjectId: asked.user_id,
        facts: { change: id },
      });
    });
  },
};

type Waiting = Told & { approved_at: Date | null };

async function writeLetters(work: Work, domains: Domains, home: Domain, change: Waiting): Promise<void> {
  await work.db.updateTable('email_changes').set({ letters_at: sql`now()` }).where('id', '=', change.id).execute();
  await tellOldAddress(work, home, change, change.approved_at !== null);
  if (await emailIsTaken(work.db, change.new_email, change.user_id)) await tellOwner(work, domains, home, change);
  else await askNewAddress(work, home, change);
}

async function tellOwner(work: Work, domains: Domains, home: Domain, { new_email, user_id }: Told): Promise<void> {
  const holder = await work.db
    .selectFrom('users')
    .select(['id', 'email', 'domain_id'])
    .where(sql<boolean>`lower(email) = lower(${new_email})`)
    .where('removed_at', 'is', null)
    .where('id', '!=', user_id)
    .executeTakeFirst();
  if (!holder) await tellHolder(work, home, { id: null, email: new_email });
  else await tellHolder(work, await domains.ofId(holder.domain_id), holder);
}
