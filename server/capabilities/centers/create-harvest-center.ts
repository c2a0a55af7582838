import { createHarvestCenter } from '@vialkeep/contract/centers.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { inviteByOneTimePassword } from '../session/index.ts';

const PLAN = 4;

/** The center belongs to the administrator's own site. */
export const createHarvestCenterHandler = handle(
  createHarvestCenter,
  async ({ actor, body, write, services }) => {
    const home = await services.domains.ofId(actor.domainId);
    const { email, first_name, last_name, company } = body;
    return write(async (work) => {
      const center = await work.db
        .insertInto('users')
        .values({ domain_id: home.id, plan_id: PLAN, email, first_name, last_name, company })
        .returning(['id', 'email', 'domain_id'])
        .executeTakeFirstOrThrow();
      await inviteByOneTimePassword(work, center, home);
      await audit(work, {
        domainId: home.id,
        action: 'centers.create',
        subject: 'user',
        subjectId: center.id,
        facts: { plan: PLAN },
      });
      return {
        success: true as const,
        id: center.id,
        message: `The harvest center has been created. A one-time password is on its way to ${center.email}.`,
      };
    });
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);
