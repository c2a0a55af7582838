import { readCustomerProfile } from '@vialkeep/contract/cards.ts';
import { handle } from '../../kernel/http/handle.ts';
import { customerOf } from './cards.queries.ts';
import { resolveCardOwner } from './resolve-card-owner.ts';

export const readCustomerProfileHandler = handle(readCustomerProfile, async (call) => {
  const customer = await customerOf(call.db, await resolveCardOwner(call, call.params.id));
  return { auth_customer_profile_id: customer?.customer_id ?? null };
});
