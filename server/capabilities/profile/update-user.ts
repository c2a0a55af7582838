import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { audit } from '../../kernel/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type BrokenPromises, type Call, handle } from '../../kernel/http/handle.ts';
import { found, refuseBy } from '../../kernel/http/refuse.ts';
import { userFor } from '../users/index.ts';
import { acceptAgreement } from './accept-agreement.ts';
import { type Account, accountToChange, isCenterOrStaff } from './profile.queries.ts';
import { pick, writableFields } from './writable-fields.ts';

const broken: BrokenPromises<typeof updateUser> = {
  users_email_once: { reason: 'email_in_use', field: 'email' },
};

export const updateUserHandler = handle(updateUser, change, broken);
export const updateUserDirectHandler = handle(updateUserDirect, change, broken);

async function change(call: Call<typeof updateUser>) {
  const { actor, params, body, write, services } = call;
  const changes = pick(body, writableFields(actor, services.permissions));
  return write(async (work) => {
    const account = await accountToChange(work.db, actor, params.id);
    requireCompany(account, changes.company);
    if (changes.hc_logo) await requireOwnLogo(work, account, changes.hc_logo);
    if (body.check_agreement !== undefined) await acceptAgreement(work, call, account, body.check_agreement);
    if (Object.keys(changes).length > 0) {
      await work.db.updateTable('users').set(changes).where('id', '=', account.id).execute();
    }
    await audit(work, {
      domainId: account.domain_id,
      action: 'profile.change',
      subject: 'user',
      subjectId: account.id,
      facts: { fields: Object.keys(changes) },
    });
    return found(await userFor(work.db, params.id));
  });
}

function requireCompany(account: Account, company: string | undefined): void {
  if (company === '' && isCenterOrStaff(account)) {
    throw refuseBy(updateUser, 'company_required', { fields: { company: 'Company is required.' } });
  }
}

/** A logo is named by its upload, and only by whom it was uploaded for. */
async function requireOwnLogo(work: Work, account: Account, name: string): Promise<void> {
  if (name === account.hc_logo) return;
  const file = await work.db
    .selectFrom('files')
    .select('name')
    .where('name', '=', `hc-logos/${name}`)
    .where('owner_id', '=', account.id)
    .executeTakeFirst();
  if (!file) throw refuseBy(updateUser, 'logo_not_found', { fields: { hc_logo: 'Upload the logo first.' } });
}
