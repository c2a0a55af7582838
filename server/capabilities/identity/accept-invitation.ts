import { acceptInvitation } from '@vialkeep/contract/identity.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { useKey } from '../../kernel/secrets/account-keys.ts';
import { checkNewPassword, type PasswordOwner } from '../../kernel/secrets/new-password.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { clearHolds } from '../../kernel/session/holds.ts';
import { setInvitedPassword } from '../accounts/index.ts';
import { endOneTimePasswords, endSessions, openSession, rememberDevice, sessionUserFor } from '../session/index.ts';
import { keysPerNetwork } from './key-limits.ts';

/**
 * The key proves the address, and its owner chooses the password: this ends holds, sessions and passwords set before.
 */
export const acceptInvitationHandler = withRateLimit(
  handlePublic(
    acceptInvitation,
    async ({ body, request, services: { store, settings, payments }, fileCookies, device }) => {
      // Hashed before the key is looked up, so that the response time reveals nothing about the key.
      const hash = await hashPassword(body.password);
      const { opened, deviceSecret, user } = await store.write('platform', actorlessContext(request), async (work) => {
        const key = await useKey(work, 'invitation', body.key, request.site.id);
        if (!key) throw refuseBy(acceptInvitation, 'invitation_over');
        await choosePassword(work, key.user_id, hash, (owner) =>
          checkNewPassword(body.password, { ...owner, site: request.site }, 'password'),
        );
        await endOneTimePasswords(work, key.user_id);
        await clearHolds(work, key.user_id, 'invitation');
        await endSessions(work, { userId: key.user_id }, 'invitation accepted');
        const session = await openSession(work, {
          kind: 'login',
          userId: key.user_id,
          domainId: key.domain_id,
          actorId: key.user_id,
          parentId: null,
          hours: settings.sessionDays * 24,
          provedBy: 'invitation',
          request,
        });
        await audit(work, {
          domainId: key.domain_id,
          action: 'identity.accept_invitation',
          subject: 'user',
          subjectId: key.user_id,
        });
        return {
          opened: session,
          deviceSecret: await rememberDevice(work, { id: key.user_id, domain_id: key.domain_id }, device.sent),
          user: orNotFound(await sessionUserFor(work.db, { payments }, UserId.parse(key.user_id))),
        };
      });
      fileCookies.keep(opened.files);
      device.keep(deviceSecret);
      return { success: true as const, message: 'Welcome.', token: opened.token, user };
    },
  ),
  keysPerNetwork,
);

type Owner = Omit<PasswordOwner, 'site'>;

async function choosePassword(
  work: Work,
  userId: number,
  passwordHash: string,
  check: (owner: Owner) => Promise<void>,
): Promise<void> {
  const owner = await setInvitedPassword(work, userId, passwordHash);
  if (!owner) throw refuseBy(acceptInvitation, 'invitation_over');
  await check(owner);
}
