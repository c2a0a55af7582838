import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesRep, type NewSalesRep } from '@vialkeep/contract/sign-up.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, type PublicCall } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { type Actor, auditContextOf, objectionOfSession } from '../../kernel/session/actor.ts';
import { createAccount } from '../accounts/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { invite } from '../identity/index.ts';
import { replaceRelations } from '../network/index.ts';
import { openAccount } from './open-account.ts';
import { findInviter } from './referrers.ts';

type SalesCall = PublicCall<typeof addSalesRep>;

/**
 * A new account without relations sees no data, whatever plan it chose (S-02). An account added by a manager always
 * joins their team.
 */
export const addSalesRepHandler = handlePublic(
  addSalesRep,
  async (call) => {
    const { body } = call;
    const actor = await call.actorIfAny();
    if (actor?.plan === MANAGER) return addToTeam(call, actor, { ...body, sales_manager_id: actor.userId });
    if (body.form === 'team') return addToTeam(call, actor, body);
    const id = await openAccount(call, body.subscription, body, async () => ({ added: [] }));
    return { success: true as const, id, message: 'Your account has been created. You can log in now.' };
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

const PLAN = Plan.salesRep;
const MANAGER = Plan.salesManager;

/** Another user creates the account, so its owner gets an invitation by email (F131, S-16). */
async function addToTeam({ request, services }: SalesCall, actor: Actor | null, details: NewSalesRep) {
  if (!actor) throw refuse('not_signed_in');
  if (!services.permissions.mayTry(actor, 'sign_up.add_sales_rep')) throw refuse('not_permitted');
  const obstacle = objectionOfSession(addSalesRep, actor);
  if (obstacle !== null) throw refuse(obstacle);
  const home = await services.domains.ofId(actor.domainId);
  const { first_name, last_name, email, sales_manager_id: managerId } = details;
  const team = { domainId: actor.domainId, ownerIds: managerId === null ? [] : [managerId] };
  if (!services.permissions.can(actor, 'sign_up.add_sales_rep', team).allowed) throw refuse('not_found');
  await countStrangerLetter(services, { actor, address: request.address, recipient: email });

  return services.store.write(actor.scope, auditContextOf(actor, request), async (work) => {
    if (managerId !== null && !(await findInviter(work.db, home, MANAGER, managerId))) {
      throw refuseBy(addSalesRep, 'manager_not_found', { fields: { sales_manager_id: 'Sales manager not found.' } });
    }
    await releaseUnconfirmedAddress(work, email);
    const rep = await createAccount(work, { domain_id: home.id, plan_id: PLAN, first_name, last_name, email });
    const subject = { id: rep.id, plan: PLAN, domainId: home.id } as const;
    const { added } = await replaceRelations(
      work,
      subject,
      'manager',
      managerId === null ? [] : [managerId],
      'sales_manager_id',
    );
    await invite(work, { account: rep, home });
    await audit(work, {
      domainId: home.id,
      action: 'sign_up.add_sales_rep',
      subject: 'user',
      subjectId: rep.id,
      facts: { plan: PLAN, added },
    });
    return {
      success: true as const,
      id: rep.id,
      message: `The sales rep has been added. An invitation is on its way to ${rep.email}.`,
    };
  });
}
