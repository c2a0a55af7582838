import { openInvitation } from '@vialkeep/contract/identity.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { findKey } from '../../kernel/secrets/account-keys.ts';
import { keysPerNetwork } from './key-limits.ts';
import { maskedEmail } from './masked-email.ts';

/** Searches across sites: the key proves the caller, whichever site the account belongs to. */
export const openInvitationHandler = withRateLimit(
  handlePublic(openInvitation, async ({ body, request, services: { store, domains } }) => {
    const db = store.read('platform');
    const key = await findKey(db, 'invitation', body.key, request.site.id);
    if (!key) throw refuseBy(openInvitation, 'invitation_over');
    const account = await db
      .selectFrom('users')
      .select(['username', 'company', 'email', 'domain_id'])
      .where('id', '=', key.user_id)
      .where('is_active', '=', true)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!account) throw refuseBy(openInvitation, 'invitation_over');
    const home = await domains.ofId(account.domain_id);
    return { name: account.username || account.company, email: maskedEmail(account.email), site: home.brand };
  }),
  keysPerNetwork,
);
