import { addCustomSiteAdmin, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { checkNewPassword } from '../../kernel/secrets/new-password.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import { createAccount } from '../accounts/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { FIRST_PASSWORD_HOURS, inviteWithTypedPassword, temporaryPassword } from '../identity/index.ts';
import { lockedRegistration } from './custom-sites.queries.ts';

const ADMIN = 7;

/** Creates the one administrator of a site that was registered here. Idempotent for the same email (S-26). */
export const addCustomSiteAdminHandler = handle(
  addCustomSiteAdmin,
  async ({ body, write, services }) => {
    const { first_name, last_name, email, password, domain } = body;
    const home = orNotFound((await services.domains.all()).find(({ id }) => id === domain));
    const site = await services.domains.main();
    await checkNewPassword(password, { first_name, last_name, email, site: home }, 'password');
    const hash = await hashPassword(password);
    const id = await write(async (work) => {
      const registration = await lockedRegistration(work, domain);
      if (registration.admin_id !== null && registration.admin_email?.toLowerCase() !== email.toLowerCase()) {
        throw refuseBy(addCustomSiteAdmin, 'has_admin');
      }
      const adminId = registration.admin_id ?? (await addAdmin(work, body, hash, { home, site }));
      await work.db.updateTable('custom_sites').set({ admin_id: adminId }).where('site_id', '=', domain).execute();
      await audit(work, {
        domainId: domain,
        action: 'custom_sites.add_admin',
        subject: 'user',
        subjectId: adminId,
        facts: { plan: ADMIN, again: registration.admin_id !== null },
      });
      return adminId;
    });
    return { success: true as const, id: UserId.parse(id), message: customSiteMessages.admin };
  },
  { users_email_once: { reason: 'email_in_use', field: 'email' } },
);

type NewAdmin = Call<typeof addCustomSiteAdmin>['body'];

/**
 * The site's own name may not resolve yet, so the link in the email opens the main site, where its users can log in
 * too.
 */
async function addAdmin(
  work: Work,
  body: NewAdmin,
  hash: string,
  sites: { home: Domain; site: Domain },
): Promise<number> {
  const { first_name, last_name, email, phone, domain } = body;
  await releaseUnconfirmedAddress(work, email);
  const account = await createAccount(work, {
    domain_id: domain,
    plan_id: ADMIN,
    first_name,
    last_name,
    email,
    phone_number: phone ?? '',
    ...temporaryPassword(work, hash, FIRST_PASSWORD_HOURS),
  });
  await inviteWithTypedPassword(work, { account, ...sites });
  return account.id;
}
