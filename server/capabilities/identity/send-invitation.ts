import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { mayWriteAgain } from '../../kernel/mail/unrelated-recipients.ts';
import { findHold } from '../../kernel/session/holds.ts';
import { INVITATION_LETTER, invite } from './invite.ts';

export const SEND_INVITATION = 'send-invitation';

const MOST_PER_HOUR = 3;

const Payload = z.object({ hash: z.string(), siteId: z.number().int() });

/** Sends a new invitation in place of an unused one, while the account's owner has no password of their own. */
export const sendInvitationJob: Job = {
  name: SEND_INVITATION,
  async run(payload, services, cause) {
    const { store, domains } = services;
    const { hash, siteId } = Payload.parse(payload);
    const account = await invitedAccount(store.read('platform'), Buffer.from(hash, 'hex'), siteId);
    if (!account || !(await mayWriteAgain(services, account.email))) return;
    const [home, site] = [await domains.ofId(account.domain_id), await domains.ofId(siteId)];
    await store.write('platform', cause, (work: Work) => invite(work, { account, home, site }));
  },
};

async function invitedAccount(db: Db, hash: Buffer, siteId: number) {
  const account = await db
    .selectFrom('account_keys')
    .innerJoin('users', 'users.id', 'account_keys.user_id')
    .select(['users.id', 'users.email', 'users.domain_id'])
    .select(sql<boolean>`users.password_hash is null or users.must_change_password`.as('has_none'))
    .where('account_keys.key_hash', '=', hash)
    .where('account_keys.purpose', '=', 'invitation')
    .where('account_keys.site_id', '=', siteId)
    .where('account_keys.used_at', 'is', null)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
  if (!account) return null;
  // During a hold it is unknown whether the owner or the administrator chose the password.
  if (!account.has_none && !(await findHold(db, account.id))) return null;
  const { sent } = await db
    .selectFrom('letters')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where('user_id', '=', account.id)
    .where('kind', '=', INVITATION_LETTER)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return sent < MOST_PER_HOUR ? account : null;
}
