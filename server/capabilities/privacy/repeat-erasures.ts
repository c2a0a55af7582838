import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { eraseInTransaction, lockPerson } from './erase-in-transaction.ts';
import { listObstacles, openStates } from './privacy.queries.ts';

/** The ids and days of all erasures, to be kept outside the database. */
export function listErasures(db: Db) {
  return db.selectFrom('users').select(['id', 'erased_at']).where('erased_at', 'is not', null).orderBy('id').execute();
}

/**
 * Erases a person again after an older backup was restored. No letter is sent: the person was told at the time. Returns
 * the outcome in words.
 */
export async function repeatErasure(services: Services, personId: number): Promise<string> {
  return services.store.write('platform', actorlessContext('repeat-erasures'), async (work) => {
    const person = await work.db.selectFrom('users').select('domain_id').where('id', '=', personId).executeTakeFirst();
    if (!person) throw new Error(`There is no person #${personId}.`);
    await lockPerson(work, personId);
    const obstacles = await listObstacles(work.db, personId);
    if (obstacles.length > 0) throw new Error(`#${personId} cannot be erased: ${obstacles.join(', ')}.`);
    const open = await work.db
      .selectFrom('privacy_requests')
      .select('id')
      .where('user_id', '=', personId)
      .where('kind', '=', 'erasure')
      .where('state', 'in', openStates)
      .executeTakeFirst();
    const { id: requestId } =
      open ??
      (await work.db
        .insertInto('privacy_requests')
        .values({ domain_id: person.domain_id, user_id: personId, kind: 'erasure' })
        .returning('id')
        .executeTakeFirstOrThrow());
    await eraseInTransaction(work, services, { personId, domainId: person.domain_id, requestId, answeredBy: null });
    return `#${personId} has been erased.`;
  });
}
