import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext } from '../../kernel/db/db.ts';
import { describeError } from '../../kernel/log.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { isWorking } from './api-keys.queries.ts';

/** Letters leave so many days before the last day. */
const WARNED_BEFORE_DAYS = [3, 14] as const;

type Ending = {
  readonly id: number;
  readonly domain_id: number;
  readonly owner_id: number;
  readonly email: string;
  readonly name: string;
  readonly prefix: string;
  readonly expires_on: string;
  readonly before: number;
};

/** Writes to the owners of keys that end soon, once for each number of days. A key made shortly before gets no letter. */
export async function warnOfExpiry(services: Services, today: string, cause: AuditContext): Promise<void> {
  for (const before of WARNED_BEFORE_DAYS) {
    const { rows } = await sql<Ending>`
      select k.id, k.domain_id, k.owner_id, u.email, k.name, k.prefix, k.expires_on, ${before}::integer as before
      from api_keys k join users u on u.id = k.owner_id
      where k.revoked_at is null and k.replaced_by is null and u.is_active and u.removed_at is null
        and k.expires_on between ${today}::date and ${today}::date + ${before}::integer
        and (k.created_at at time zone 'utc')::date < k.expires_on - ${before}::integer
        and (k.warned_days is null or k.warned_days > ${before})
      order by k.id`.execute(services.store.readSlowly('platform'));
    for (const key of rows) {
      try {
        await warnOwner(services, key, cause);
      } catch (error) {
        if (error instanceof LetterNotDue) continue;
        services.log.error({ error: describeError(error), key: key.id }, 'a letter about an API key was not written');
      }
    }
  }
}

/** The key was revoked or replaced since it was listed, or another run has written the letter. */
class LetterNotDue extends Error {
  override readonly name = 'LetterNotDue';
}

async function warnOwner(services: Services, key: Ending, cause: AuditContext): Promise<void> {
  const home = await services.domains.ofId(key.domain_id);
  const lastDay = dayInWords(key.expires_on);
  await services.store.write(home.id, cause, async (work) => {
    const due = await work.db
      .updateTable('api_keys')
      .set({ warned_days: key.before })
      .where('id', '=', key.id)
      .where(isWorking)
      .where('replaced_by', 'is', null)
      .where((eb) => eb.or([eb('warned_days', 'is', null), eb('warned_days', '>', key.before)]))
      .returning('id')
      .executeTakeFirst();
    if (!due) throw new LetterNotDue();
    await queueEmail(work, {
      from: home,
      to: { userId: key.owner_id, email: key.email },
      kind: 'key-ending',
      subject: `${home.product}: an API key ends on ${lastDay}`,
      heading: 'An API key ends soon',
      paragraphs: [
        `Your key vk_${key.prefix}_… works until ${lastDay}. Programs that use it are refused afterwards.`,
        'Replace it before that day: the old key can go on working for up to a week beside the new one.',
      ],
      button: { label: 'Open your connections', url: `${home.url}/connections` },
    });
    await audit(work, {
      domainId: key.domain_id,
      action: 'api_keys.warn',
      subject: 'api_key',
      subjectId: key.id,
      facts: { owner: key.owner_id, days: key.before },
    });
  });
}
