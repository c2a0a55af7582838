import { updateLocation } from '@vialkeep/contract/locations.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentLocation } from './locations.present.ts';
import { lockLocations, moveDefault, ownLocation } from './locations.queries.ts';

export const updateLocationHandler = handle(updateLocation, ({ access, actor, params, body, write }) => {
  const { default: wanted = false, ...changes } = body;
  return write(async (work) => {
    await lockLocations(work, actor.userId);
    const before = await ownLocation(work.db, access, params.id);
    if (Object.keys(changes).length > 0) {
      await work.db.updateTable('locations').set(changes).where('id', '=', before.id).execute();
    }
    if (wanted) await moveDefault(work, actor.userId, before.id);
    await audit(work, {
      domainId: actor.domainId,
      action: 'locations.update',
      subject: 'location',
      subjectId: before.id,
      facts: { fields: Object.keys(changes), became_default: wanted && !before.is_default },
      changes: changesBetween(before, { ...changes, ...(wanted ? { is_default: true } : {}) }),
      personId: actor.userId,
    });
    return presentLocation(await ownLocation(work.db, access, params.id));
  });
});
