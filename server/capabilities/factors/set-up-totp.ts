import { confirmTotp, startTotp } from '@vialkeep/contract/factors.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import {
  type AccountOfFactors,
  completeEnrolment,
  lockAccountOfFactors,
  objectionOfFirstFactor,
} from './enrol-factor.ts';
import { presentApp } from './list-factors.ts';
import { beginProof } from './proof-attempts.ts';
import { confirmTotpSecret, newTotpSecret, sealTotpSecret, stepOfPerson, totpUri } from './totp.ts';

/** A set-up that was begun before is replaced. */
export const startTotpHandler = handle(startTotp, async ({ access, actor, services, write }) => {
  access.authorize(ownRecords(actor));
  const home = await services.domains.ofId(actor.domainId);
  const secret = newTotpSecret();
  const label = await write(async (work) => {
    const account = await lockAccountOfFactors(work, actor.userId);
    const sealed = sealTotpSecret(work.dataKey, account.id, secret);
    const begun = await work.db
      .insertInto('totp_secrets')
      .values({ user_id: account.id, domain_id: account.domain_id, sealed })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed, created_at: sql`now()`, last_step: 0 })
          .where('totp_secrets.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!begun) throw refuseBy(startTotp, 'totp_exists');
    await audit(work, {
      domainId: account.domain_id,
      action: 'identity.start_app',
      subject: 'user',
      subjectId: account.id,
    });
    return account.email;
  });
  return { secret, uri: totpUri(secret, { issuer: home.product, label }) };
});

type Refused = keyof typeof confirmTotp.refusals;

const fieldOf: Partial<Record<Refused, string>> = {
  wrong_code: 'code',
  wrong_mail_code: 'mail_code',
  mail_code_required: 'mail_code',
};

export const confirmTotpHandler = handle(confirmTotp, async (call) => {
  const { access, actor, proof, request, services, write } = call;
  access.authorize(ownRecords(actor));
  await proof.requireForFactors();
  const home = await services.domains.ofId(actor.domainId);
  const attempt = await beginProof(services, actor.userId, request);
  // A wrong try is committed too, because it counts towards the limit of the mailed code.
  const result = await write(async (work) => {
    const account = await lockAccountOfFactors(work, actor.userId);
    const refused = await confirm(work, account, call);
    if (refused !== null) {
      await audit(work, {
        domainId: account.domain_id,
        action: 'identity.app_refused',
        subject: 'user',
        subjectId: account.id,
        facts: { reason: refused },
      });
      return refused;
    }
    const recovery_codes = await completeEnrolment(work, { actor, account, home }, 'totp');
    return { factor: presentApp(new Date(), null), recovery_codes };
  });
  if (typeof result === 'string') {
    const field = fieldOf[result];
    throw refuseBy(confirmTotp, result, { fields: field === undefined ? [] : [field] });
  }
  await attempt.succeeded();
  return { success: true as const, message: 'Your app has been set up.', ...result };
});

async function confirm(
  work: Work,
  account: AccountOfFactors,
  { body }: Call<typeof confirmTotp>,
): Promise<Refused | null> {
  const begun = await work.db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!begun) return 'no_totp';
  if (account.second_factor_at === null && body.mail_code === undefined) return 'mail_code_required';
  const step = await stepOfPerson(work, account.id, body.code, false);
  if (step === null) return 'wrong_code';
  const objection = await objectionOfFirstFactor(work, account, body.mail_code);
  if (objection !== null) return objection;
  return (await confirmTotpSecret(work, account.id, step)) ? null : 'no_totp';
}
