import { createHarvestCenter, type QuickHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { auditContextOf, objectionOfSession } from '../../kernel/session/actor.ts';
import { addHarvestCenter } from '../centers/index.ts';
import { type ClinicCall, signUpHarvestCenter, signUpReferralCenter, signUpStaff } from './sign-up-clinics.ts';

export const createHarvestCenterHandler = handlePublic(
  createHarvestCenter,
  async (call) => {
    switch (call.body.form) {
      case 'quick':
        return addByAdministrator(call, call.body);
      case 'harvest_center':
        return signUpHarvestCenter(call, call.body);
      case 'referral_center':
        return signUpReferralCenter(call, call.body);
      case 'staff':
        return signUpStaff(call, call.body);
    }
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

/**
 * The form that names no rep and no center is the quick form of administrators. From an anonymous caller it is a
 * sign-up without a sales rep (F055).
 */
async function addByAdministrator({ actorIfAny, request, services }: ClinicCall, details: QuickHarvestCenter) {
  const actor = await actorIfAny();
  if (!actor) throw refuseBy(createHarvestCenter, 'rep_not_found');
  if (!services.permissions.mayTry(actor, 'centers.create')) throw refuse('not_permitted');
  const obstacle = objectionOfSession(createHarvestCenter, actor);
  if (obstacle !== null) throw refuse(obstacle);
  const home = await services.domains.ofId(actor.domainId);
  await countStrangerLetter(services, { actor, address: request.address, recipient: details.email });
  const id = await services.store.write(actor.scope, auditContextOf(actor, request), (work) =>
    addHarvestCenter(work, details, home),
  );
  return {
    success: true as const,
    id,
    message: `The harvest center has been created. An invitation is on its way to ${details.email}.`,
  };
}
