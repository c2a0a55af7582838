import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { authorizeAccount } from '../network/index.ts';
import { presentLocation } from './locations.present.ts';
import { locationsOf } from './locations.queries.ts';

export const listLocationsHandler = handle(listLocations, async (call) => {
  const rows = await locationsOf(call.db, await whoseLocations(call));
  return rows.map(presentLocation);
});

/** The caller's own id; an administrator can also name a user on their sites. */
async function whoseLocations({ access, actor, db, params }: Call<typeof listLocations>): Promise<UserId> {
  if (params.userId === actor.userId) access.authorize(ownRecords(actor));
  else await authorizeAccount(access, db, params.userId, 'locations.list_others');
  return params.userId;
}
