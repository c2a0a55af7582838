import { updateDefaultLocation } from '@vialkeep/contract/locations.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { lockLocations, moveDefault, ownLocation } from './locations.queries.ts';

export const updateDefaultLocationHandler = handle(updateDefaultLocation, ({ access, actor, body, write }) =>
  write(async (work) => {
    // The user in the body must be the calling account; any other is answered with 404.
    orNotFound(body.user_id === actor.userId ? body.user_id : null);
    await lockLocations(work, actor.userId);
    const before = await ownLocation(work.db, access, body.location_id);
    await moveDefault(work, actor.userId, before.id);
    await audit(work, {
      domainId: actor.domainId,
      action: 'locations.update_default',
      subject: 'location',
      subjectId: before.id,
      facts: { became_default: !before.is_default },
      changes: changesBetween(before, { is_default: true }),
      personId: actor.userId,
    });
    return { success: true, message: 'The default location has been changed.' };
  }),
);
