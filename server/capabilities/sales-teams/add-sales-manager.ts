import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { createAccount } from '../accounts/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { invite } from '../identity/index.ts';
import { replaceRelations } from '../network/index.ts';

const MANAGER = Plan.salesManager;
const DISTRIBUTOR = Plan.salesDistributor;

/** The account belongs to the caller's site, and to the team of a calling distributor (F131, S-16). */
export const addSalesManagerHandler = handle(
  addSalesManager,
  async ({ access, actor, body, request, services, write }) => {
    const home = await services.domains.ofId(actor.domainId);
    const { first_name, last_name, email } = body;
    const leader = actor.plan === DISTRIBUTOR ? actor.userId : body.sales_distributor_id;
    access.authorize({ domainId: home.id, ownerIds: leader ? [leader] : [] });
    await countStrangerLetter(services, { actor, address: request.address, recipient: email });
    return write(async (work) => {
      await releaseUnconfirmedAddress(work, email);
      const manager = await createAccount(work, {
        domain_id: home.id,
        plan_id: MANAGER,
        first_name,
        last_name,
        email,
      });
      const { added } = await replaceRelations(
        work,
        { id: manager.id, plan: MANAGER, domainId: home.id },
        'distributor',
        leader ? [leader] : [],
        'sales_distributor_id',
      );
      await invite(work, { account: manager, home });
      await audit(work, {
        domainId: home.id,
        action: 'sales_teams.add_manager',
        subject: 'user',
        subjectId: manager.id,
        facts: { plan: MANAGER, added },
      });
      return {
        success: true as const,
        id: manager.id,
        message: `The sales manager has been added. An invitation is on its way to ${manager.email}.`,
      };
    });
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);
