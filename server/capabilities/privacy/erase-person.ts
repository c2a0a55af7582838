import { erasePerson } from '@vialkeep/contract/privacy.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { eraseInTransaction, lockPerson } from './erase-in-transaction.ts';
import { isOpen, listObstacles, lockRequest } from './privacy.queries.ts';
import { sendErased } from './privacy-emails.ts';

export const erasePersonHandler = handle(erasePerson, async ({ actor, body, params, services, write }) => {
  await write(async (work) => {
    const request = orNotFound(await lockRequest(work, actor, params.id));
    const { user_id: personId, domain_id: domainId, email } = request;
    if (request.kind !== 'erasure') throw refuseBy(erasePerson, 'not_an_erasure');
    await lockPerson(work, personId);
    const [obstacle] = await listObstacles(work.db, personId);
    if (obstacle === 'already_erased') throw refuseBy(erasePerson, obstacle);
    if (!isOpen(request.state)) throw refuseBy(erasePerson, 'already_answered');
    if (body.confirm !== `#${personId}`) throw refuseBy(erasePerson, 'wrong_confirmation', { fields: ['confirm'] });
    if (obstacle !== undefined) throw refuseBy(erasePerson, obstacle);

    const erasure = { personId, domainId, requestId: request.id, answeredBy: actor.userId };
    const kept = await eraseInTransaction(work, services, erasure);
    // The letter comes after the erasure, which would otherwise empty it.
    await sendErased(work, await services.domains.ofId(domainId), { id: personId, email }, kept);
  });
  return { success: true as const, message: 'The person has been erased.' };
});
