import { audit } from '../../kernel/audit/audit.ts';
import { Refusal } from '../../kernel/http/refuse.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { type FactorChange, sendFactorEmail } from './factor-emails.ts';

/** Counts a proof of this person before it is checked, so that simultaneous ones count too; refuses with 429. */
export async function beginProof(services: Services, personId: number, request: Requested) {
  const { limits, settings } = services;
  const { loginFailures, loginFailuresPerDay, loginWindowMinutes: minutes } = settings;
  const soon: Limit = { bucket: 'second-factor', most: loginFailures, minutes };
  const today: Limit = { bucket: 'second-factor-day', most: loginFailuresPerDay, minutes: MINUTES_OF_A_DAY };
  const subject = String(personId);
  const countOrTell = async (limit: Limit, change: WrongCodes) => {
    try {
      await limits.count(limit, subject);
    } catch (error) {
      if (error instanceof Refusal) await tellOnce(services, personId, request, { limit, change });
      throw error;
    }
  };
  await countOrTell(soon, 'too many wrong codes');
  await countOrTell(today, 'too many wrong codes today');
  return {
    /** A right proof resets the count of minutes and takes itself back from that of the day, which counts wrong ones. */
    async succeeded(): Promise<void> {
      await Promise.all([limits.forget(soon, subject), limits.refund([{ limit: today, subject }])]);
    },
  };
}

const MINUTES_OF_A_DAY = 1_440;

type WrongCodes = Extract<FactorChange, 'too many wrong codes' | 'too many wrong codes today'>;
type Reached = { readonly limit: Limit; readonly change: WrongCodes };

type Requested = Exclude<Parameters<typeof actorlessContext>[0], string>;

/** One email for each time that the limit is reached. */
async function tellOnce(services: Services, personId: number, request: Requested, { limit, change }: Reached) {
  const { limits, store, domains } = services;
  const once: Limit = { bucket: `${limit.bucket}-told`, most: 1, minutes: limit.minutes };
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
    await sendFactorEmail(work, account, home, change);
  });
}
