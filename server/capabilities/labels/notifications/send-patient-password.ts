import { sendPatientPassword } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { requireEmail } from '../../../kernel/mail/require-email.ts';
import { countStrangerLetter } from '../../../kernel/mail/unrelated-recipients.ts';
import { authorizeAccountOf } from '../../network/index.ts';
import { sendOneTimePassword } from '../../session/index.ts';

/** The limit of such emails that one center can cause (S-23). */
const BY_CENTER = { bucket: 'patient-passwords', most: 30, minutes: 60 };

/**
 * Only for the center's own patients, at the address on record; the caller cannot choose another address (S-23, F115).
 */
export const sendPatientPasswordHandler = handle(
  sendPatientPassword,
  async ({ access, actor, db, body, write, request, services }) => {
    const { limits, settings, domains } = services;
    const patient = await authorizeAccountOf(access, db, body.user_id, Plan.generalMember);
    if (!patient.is_active) throw refuseBy(sendPatientPassword, 'inactive');
    const account = await db
      .selectFrom('users')
      .select(['id', 'email', 'domain_id'])
      .where('id', '=', patient.id)
      .executeTakeFirstOrThrow();
    requireEmail(account.email, 'user_id');
    await limits.count(BY_CENTER, String(actor.userId));
    await limits.count({ bucket: 'patient-password', most: settings.resetsPerHour, minutes: 60 }, String(patient.id));
    await countStrangerLetter(services, {
      actor,
      address: request.address,
      recipient: account.email,
      ownUserId: account.id,
    });
    const home = await domains.ofId(patient.domain_id);
    return write(async (work) => {
      await sendOneTimePassword(work, account, home);
      return { success: true as const, message: 'The e-mail with a new password has been sent.' };
    });
  },
);
