import { removeRelatedUser } from '@vialkeep/contract/network.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { bumpVersion } from '../accounts/index.ts';
import { endBetween } from './end-relations.ts';
import { visibleUser } from './network.queries.ts';

export const removeRelatedUserHandler = handle(removeRelatedUser, async ({ actor, params, query, write }) =>
  write(async (work) => {
    const user = await visibleUser(work.db, actor, params.id);
    const other = await visibleUser(work.db, actor, query.related_user_id);
    // A form in which either user is open must not overwrite this change. The smaller id is locked first, so that two
    // such calls cannot deadlock.
    for (const id of [user.id, other.id].toSorted((a, b) => a - b)) await bumpVersion(work, id, undefined);
    const { ended } = await endBetween(work, user.id, other.id);
    await audit(work, {
      domainId: user.domain_id,
      action: 'network.change',
      subject: 'user',
      subjectId: user.id,
      facts: { ended },
    });
    return { success: true as const, message: 'The relation has been removed.' };
  }),
);
