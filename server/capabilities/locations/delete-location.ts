import { deleteLocation } from '@vialkeep/contract/locations.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { locationsOf, lockLocations, ownLocation } from './locations.queries.ts';

export const deleteLocationHandler = handle(deleteLocation, ({ access, actor, params, write }) =>
  write(async (work) => {
    await lockLocations(work, actor.userId);
    const location = await ownLocation(work.db, access, params.id);
    const all = await locationsOf(work.db, actor.userId);
    // Checked before the default, because the only location is also the default and this reason is more useful (C-32).
    if (all.length === 1) throw refuseBy(deleteLocation, 'only_location');
    if (location.is_default) throw refuseBy(deleteLocation, 'default_location');
    await work.db.deleteFrom('locations').where('id', '=', location.id).execute();
    await audit(work, {
      domainId: actor.domainId,
      action: 'locations.delete',
      subject: 'location',
      subjectId: location.id,
    });
    return { success: true, message: 'The location has been deleted.' };
  }),
);
