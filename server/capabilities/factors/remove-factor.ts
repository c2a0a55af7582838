import { removeFactor } from '@vialkeep/contract/factors.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { lockAccountOfFactors } from './enrol-factor.ts';
import { sendFactorEmail } from './factor-emails.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

export const removeFactorHandler = handle(removeFactor, async ({ access, actor, params, proof, services, write }) => {
  access.authorize(ownRecords(actor));
  await proof.requireForFactors();
  const home = await services.domains.ofId(actor.domainId);
  const isRequired = actor.identity.policy.second_factor_plans.includes(actor.plan);
  return write(async (work) => {
    const account = await lockAccountOfFactors(work, actor.userId);
    const kind = orNotFound(await deleteFactor(work, account.id, params.id));
    const isLast = (await countFactors(work.db, account.id)) === 0;
    if (isLast && isRequired) throw refuseBy(removeFactor, 'still_required');
    // Recovery codes stand in for a factor; without one they open nothing.
    if (isLast) await deleteRecoveryCodes(work, account.id);
    await audit(work, {
      domainId: account.domain_id,
      action: kind === 'passkey' ? 'identity.remove_passkey' : 'identity.remove_app',
      subject: 'user',
      subjectId: account.id,
      facts: { last: isLast },
    });
    await sendFactorEmail(work, account, home, kind === 'passkey' ? 'passkey removed' : 'app removed');
    return {
      success: true as const,
      message: kind === 'passkey' ? 'The passkey has been removed.' : 'The app has been removed.',
    };
  });
});

async function deleteFactor({ db }: Work, userId: number, id: string): Promise<'passkey' | 'totp' | null> {
  if (id === 'totp') {
    const app = await db
      .deleteFrom('totp_secrets')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    return app ? 'totp' : null;
  }
  const passkeyId = /^passkey-([1-9]\d{0,8})$/.exec(id)?.[1];
  if (passkeyId === undefined) throw refuse('not_found');
  const passkey = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', Number(passkeyId))
    .returning('id')
    .executeTakeFirst();
  return passkey ? 'passkey' : null;
}

async function countFactors(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from passkeys where user_id = ${userId})::int
      + (select count(*) from totp_secrets where user_id = ${userId} and confirmed_at is not null)::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Removes every factor of an account and returns how many there were. */
export async function removeAllFactors(work: Work, userId: number): Promise<number> {
  await lockAccountOfFactors(work, userId);
  const removed = await countFactors(work.db, userId);
  await work.db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await work.db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await deleteRecoveryCodes(work, userId);
  return removed;
}
