import { Plan } from '@vialkeep/contract/plans.ts';
import { readInvitingCenter, readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { countLookup, findInviter } from './referrers.ts';

export const readInvitingRepHandler = handlePublic(readInvitingRep, async ({ params, request, services }) => {
  await countLookup(services, request);
  const rep = await findInviter(services.store.read(request.site.id), request.site, Plan.salesRep, params.id);
  return { name: orNotFound(rep).username };
});

export const readInvitingCenterHandler = handlePublic(readInvitingCenter, async ({ params, request, services }) => {
  await countLookup(services, request);
  const center = await findInviter(services.store.read(request.site.id), request.site, Plan.harvestCenter, params.id);
  const { company, phone_number } = orNotFound(center);
  return { company, phone_number };
});
