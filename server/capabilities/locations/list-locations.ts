import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { visibleUser } from '../network/index.ts';
import { presentLocation } from './locations.present.ts';
import { locationsOf } from './locations.queries.ts';

export const listLocationsHandler = handle(listLocations, async (call) => {
  const rows = await locationsOf(call.db, await whoseLocations(call));
  return rows.map(presentLocation);
});

/** The caller's own id; an administrator can also name a user on their sites. */
async function whoseLocations({ actor, db, params, services }: Call<typeof listLocations>): Promise<UserId> {
  if (params.userId === actor.userId) return actor.userId;
  if (!services.permissions.permits(actor, 'locations.list_others')) throw refuse('not_found');
  await visibleUser(db, actor, params.userId);
  return params.userId;
}
