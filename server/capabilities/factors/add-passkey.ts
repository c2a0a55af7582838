import { addPasskey, passkeyOptions } from '@vialkeep/contract/factors.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { sessionOf } from '../../kernel/session/actor.ts';
import { hostOf } from '../../kernel/session/proof.ts';
import { issueChallenge, tryChallenge, useChallenge } from './challenges.ts';
import {
  type AccountOfFactors,
  completeEnrolment,
  lockAccountOfFactors,
  objectionOfFirstFactor,
} from './enrol-factor.ts';
import { presentPasskey } from './list-factors.ts';
import { buildRegistrationOptions, checkRegistration, type NewPasskey } from './passkeys.ts';

const MOST_PASSKEYS = 10;

export const passkeyOptionsHandler = handle(passkeyOptions, async ({ access, actor, db, request, services }) => {
  access.authorize(ownRecords(actor));
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'domain_id'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const options = await buildRegistrationOptions(db, services.dataKey, request.site, person);
  const login = await services.store.unaudited('a passkey that is not made yet', (platform) =>
    issueChallenge(platform, {
      purpose: 'add_passkey',
      siteId: request.site.id,
      person,
      sessionId: sessionOf(actor),
      challenge: options.challenge,
    }),
  );
  return { login, options: { ...options } };
});

type Refused = keyof typeof addPasskey.refusals;

export const addPasskeyHandler = handle(
  addPasskey,
  async (call) => {
    const { access, actor, proof, services, write } = call;
    access.authorize(ownRecords(actor));
    await proof.requireForFactors();
    const home = await services.domains.ofId(actor.domainId);
    // A wrong try is committed too, because it counts towards the limit.
    const result = await write(async (work) => {
      const account = await lockAccountOfFactors(work, actor.userId);
      const checked = await checkNewPasskey(work, account, call);
      if (typeof checked === 'string') {
        await audit(work, {
          domainId: account.domain_id,
          action: 'identity.passkey_refused',
          subject: 'user',
          subjectId: account.id,
          facts: { reason: checked },
        });
        return checked;
      }
      const row = await insertPasskey(work, account, checked, call);
      const recovery_codes = await completeEnrolment(work, { actor, account, home }, 'passkey');
      return { factor: presentPasskey(row), recovery_codes };
    });
    if (typeof result === 'string') {
      const fields = result === 'wrong_mail_code' || result === 'mail_code_required' ? ['mail_code'] : [];
      throw refuseBy(addPasskey, result, { fields });
    }
    return { success: true as const, message: 'Your passkey has been added.', ...result };
  },
  { passkeys_credential_id_key: { reason: 'passkey_known' } },
);

/** The challenge is used up only when everything else is right too. */
async function checkNewPasskey(
  work: Work,
  account: AccountOfFactors,
  { actor, body, request }: Call<typeof addPasskey>,
): Promise<NewPasskey | Refused> {
  if (account.second_factor_at === null && body.mail_code === undefined) return 'mail_code_required';
  if ((await countPasskeys(work.db, account.id)) >= MOST_PASSKEYS) return 'too_many_factors';
  const begun = await tryChallenge(work.db, {
    purpose: 'add_passkey',
    key: body.login,
    siteId: request.site.id,
    sessionId: sessionOf(actor),
  });
  if (!begun?.challenge || begun.user_id !== account.id) return 'passkey_refused';
  const { challenge } = begun;
  const made = await checkRegistration({ site: request.site, challenge, response: body.response });
  if (!made) return 'passkey_refused';
  const objection = await objectionOfFirstFactor(work, account, body.mail_code);
  if (objection !== null) return objection;
  await useChallenge(work.db, begun);
  return made;
}

async function countPasskeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

function insertPasskey(
  { db }: Work,
  account: AccountOfFactors,
  made: NewPasskey,
  { body, request }: Call<typeof addPasskey>,
) {
  return db
    .insertInto('passkeys')
    .values({
      domain_id: account.domain_id,
      user_id: account.id,
      credential_id: made.credentialId,
      rp_id: hostOf(request.site),
      public_key: made.publicKey,
      counter: made.counter,
      transports: made.transports,
      label: body.label,
    })
    .returning(['id', 'label', 'created_at', 'last_used_at'])
    .executeTakeFirstOrThrow();
}
