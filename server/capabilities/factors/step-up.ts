import { stepUp, stepUpOptions } from '@vialkeep/contract/factors.ts';
import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { passwordMatches } from '../../kernel/secrets/passwords.ts';
import { auditContextOf, sessionOf } from '../../kernel/session/actor.ts';
import { clearHoldsByFactor } from '../../kernel/session/holds.ts';
import { proofMethodsOf, provingPerson } from '../../kernel/session/proof.ts';
import { recordProof } from '../../kernel/session/session-proof.ts';
import { issueChallenge, tryChallenge, useChallenge } from './challenges.ts';
import { checkFactor, type Factor, methodOf } from './check-factor.ts';
import { sendFactorEmail } from './factor-emails.ts';
import { buildAssertionOptions } from './passkeys.ts';
import { beginProof } from './proof-attempts.ts';

export const stepUpOptionsHandler = handle(stepUpOptions, async ({ access, actor, request, services }) => {
  access.authorize(ownRecords(actor));
  const methods = await proofMethodsOf(services, actor, request.site);
  if (!methods.includes('passkey')) return { methods, login: null, passkey: null };
  // The person who acts may belong to a site that this account cannot see.
  const platform = services.store.read('platform');
  const person = await findPerson(platform, provingPerson(actor));
  const passkey = await buildAssertionOptions(platform, request.site, person.id);
  const login = await services.store.unaudited('a proof of identity that is not made yet', (db) =>
    issueChallenge(db, {
      purpose: 'step_up',
      siteId: request.site.id,
      person,
      sessionId: sessionOf(actor),
      challenge: passkey.challenge,
    }),
  );
  return { methods, login, passkey: { ...passkey } };
});

const refusalOf = {
  password: { reason: 'wrong_password', field: 'password' },
  totp: { reason: 'wrong_code', field: 'totp' },
  recovery_code: { reason: 'wrong_code', field: 'recovery_code' },
  passkey: { reason: 'passkey_refused', field: 'passkey' },
} as const satisfies Record<ProofMethod, object>;

export const stepUpHandler = handle(stepUp, async (call) => {
  const { access, actor, body, request, services } = call;
  access.authorize(ownRecords(actor));
  const method = methodOf(body);
  const offered = await proofMethodsOf(services, actor, request.site);
  if (method === null || !offered.includes(method)) throw refuseBy(stepUp, 'method_not_offered');
  const person = await findPerson(services.store.read('platform'), provingPerson(actor));
  const attempt = await beginProof(services, person.id, request);
  const isPassword = method === 'password' && (await passwordMatches(person.password_hash, body.password ?? ''));
  const home = await services.domains.ofId(person.domain_id);
  // A wrong try is committed too, because it counts towards the limit of its challenge.
  const provedAt = await services.store.write('platform', auditContextOf(actor, request), async (work) => {
    const enrolledAt = method === 'password' ? null : await checkBy(work, method, person.id, call);
    const isRight = isPassword || enrolledAt !== null;
    await audit(work, {
      domainId: actor.domainId,
      action: isRight ? 'identity.step_up' : 'identity.step_up_refused',
      subject: 'session',
      subjectId: sessionOf(actor),
      facts: { method },
    });
    if (!isRight) return null;
    const at = await recordProof(work, sessionOf(actor), method);
    if (at === null) throw refuse('not_signed_in');
    if (enrolledAt !== null && !actor.acting) await clearHoldsByFactor(work, actor.userId, enrolledAt);
    if (method === 'recovery_code') await sendFactorEmail(work, person, home, 'code used');
    return at;
  });
  const { reason, field } = refusalOf[method];
  if (provedAt === null) throw refuseBy(stepUp, reason, { fields: [field] });
  await attempt.succeeded();
  const validUntil = new Date(provedAt.getTime() + services.settings.stepUpMinutes * 60_000);
  return { success: true as const, valid_until: validUntil.toISOString() };
});

async function checkBy(
  work: Work,
  method: Factor,
  personId: number,
  { actor, body, request }: Call<typeof stepUp>,
): Promise<Date | null> {
  const { site } = request;
  if (method !== 'passkey') return checkFactor(work, method, body, { personId, site, challenge: null });
  const key = body.login ?? '';
  const begun = await tryChallenge(work.db, { purpose: 'step_up', key, siteId: site.id, sessionId: sessionOf(actor) });
  if (!begun || begun.user_id !== personId) return null;
  const enrolledAt = await checkFactor(work, method, body, { personId, site, challenge: begun.challenge });
  if (enrolledAt !== null) await useChallenge(work.db, begun);
  return enrolledAt;
}

/** A password that an administrator typed proves nothing after its expiry. */
async function findPerson(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'domain_id'])
    .select(
      sql<string | null>`case when password_until is null or password_until > now() then password_hash end`.as(
        'password_hash',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
