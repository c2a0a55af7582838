import { addCustomSiteAdmin, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { checkNewPassword } from '../../kernel/new-password.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { lockedRegistration } from './custom-sites.queries.ts';

const ADMIN = 7;

/** S-26: an administrator of a site that was registered here, and of no other; asked for again, it is the same one. */
export const addCustomSiteAdminHandler = handle(
  addCustomSiteAdmin,
  async ({ body, write, services }) => {
    const { first_name, last_name, email, phone, password, domain } = body;
    const site = (await services.domains.all()).find(({ id }) => id === domain) ?? { product: '', brand: '' };
    await checkNewPassword(password, { first_name, last_name, email, site }, 'password');
    const password_hash = await hashPassword(password);
    const id = await write(async (work) => {
      const registration = await lockedRegistration(work, domain);
      if (registration.admin_id !== null && registration.admin_email?.toLowerCase() !== email.toLowerCase()) {
        throw refuseBy(addCustomSiteAdmin, 'has_admin');
      }
      if (registration.admin_id === null) await releaseUnconfirmedAddress(work, email);
      const adminId =
        registration.admin_id ??
        (
          await work.db
            .insertInto('users')
            .values({
              domain_id: domain,
              plan_id: ADMIN,
              first_name,
              last_name,
              email,
              phone_number: phone ?? '',
              password_hash,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
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
