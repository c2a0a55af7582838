import { addUser, clinicPlans, type NewUser } from '@vialkeep/contract/users.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { checkNewPassword } from '../../kernel/secrets/new-password.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { createAccount } from '../accounts/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { FIRST_PASSWORD_HOURS, inviteWithTypedPassword, temporaryPassword } from '../identity/index.ts';

/**
 * The documented form has a password that the administrator types; it is valid until the user chooses another (S-16).
 */
export const addUserHandler = handle(
  addUser,
  async ({ actor, body, request, write, services }) => {
    requireClinic(body);
    await requireSite(services, actor, body.domain);
    const { subscription, domain, password, ...person } = body;
    const home = await services.domains.ofId(domain);
    await checkNewPassword(password, { ...person, site: home }, 'password');
    const hash = await hashPassword(password);
    await countStrangerLetter(services, { actor, address: request.address, recipient: person.email });
    return write(async (work) => {
      await releaseUnconfirmedAddress(work, person.email);
      const temporary = temporaryPassword(work, hash, FIRST_PASSWORD_HOURS);
      const account = await createAccount(work, {
        ...person,
        plan_id: subscription,
        domain_id: domain,
        ...temporary,
      });
      await audit(work, {
        domainId: domain,
        action: 'users.create',
        subject: 'user',
        subjectId: account.id,
        facts: { plan: subscription },
      });
      await inviteWithTypedPassword(work, { account, home });
      return { success: true as const, id: account.id, message: 'User has been created' };
    });
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

function requireClinic({ subscription, company, phone_number }: NewUser): void {
  if (!clinicPlans.includes(subscription) || (company && phone_number)) return;
  throw refuseBy(addUser, 'clinic_required', {
    fields: {
      ...(company ? {} : { company: 'Clinic Name is required.' }),
      ...(phone_number ? {} : { phone_number: 'Clinic Phone Number is required.' }),
    },
  });
}

/** An administrator of one site adds users only to that site (S-31). */
async function requireSite({ domains }: Services, actor: Actor, id: number): Promise<void> {
  const isKnown = (await domains.all()).some((domain) => domain.id === id);
  if (isKnown && (actor.scope === 'platform' || actor.scope === id)) return;
  throw refuseBy(addUser, 'unknown_domain', { fields: { domain: 'Choose a domain.' } });
}
