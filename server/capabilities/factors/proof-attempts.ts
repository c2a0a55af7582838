import { audit } from '../../kernel/audit/audit.ts';
import { Refusal } from '../../kernel/http/refuse.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { sendFactorEmail } from './factor-emails.ts';

/** Counts a proof of this person before it is checked, so that simultaneous ones count too; refuses with 429. */
export async function beginProof(services: Services, personId: number, request: Requested) {
  const { limits, settings } = services;
  const limit: Limit = { bucket: 'second-factor', most: settings.loginFailures, minutes: settings.loginWindowMinutes };
  const subject = String(personId);
  try {
    await limits.count(limit, subject);
  } catch (error) {
    if (error instanceof Refusal) await tellOnce(services, personId, request);
    throw error;
  }
  return {
    /** A right proof resets the count. */
    succeeded: () => limits.forget(limit, subject),
  };
}

type Requested = Exclude<Parameters<typeof actorlessContext>[0], string>;

/** One email for each time that the limit is reached. */
async function tellOnce({ limits, settings, store, domains }: Services, personId: number, request: Requested) {
  const once: Limit = { bucket: 'second-factor-told', most: 1, minutes: settings.loginWindowMinutes };
  if (!(await limits.isWithin(once, String(personId)))) return;
  const account = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'email', 'domain_id'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const home = await domains.ofId(account.domain_id);
  await store.write('platform', actorlessContext(request), async (work) => {
    await audit(work, {
      domainId: account.domain_id,
      action: 'identity.too_many_wrong_codes',
      subject: 'user',
      subjectId: account.id,
    });
    await sendFactorEmail(work, account, home, 'too many wrong codes');
  });
}
